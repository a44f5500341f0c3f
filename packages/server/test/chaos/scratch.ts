import { setTimeout as delay } from 'node:timers/promises';
import { startRun } from './suite.ts';

const mode = process.argv[2] ?? 'none';
const t0 = Date.now();
const run = await startRun({ roles: ['api', 'api', 'worker', 'worker', 'worker'], seed: Number(process.argv[3] ?? 1) });
console.log('up', Date.now() - t0);
const { cluster } = run;
await delay(3000);
if (mode.includes('kill')) {
  await cluster.kill(cluster.running('worker')[0]!);
  console.log('killed worker');
}
if (mode.includes('api')) {
  await cluster.kill(cluster.running('api')[0]!);
  console.log('killed api');
}
if (mode.includes('stop')) {
  const w = cluster.running('worker')[0]!;
  cluster.pause(w);
  void delay(17500).then(() => cluster.resume(w));
  console.log('paused');
  await delay(2000);
}
if (mode.includes('pg')) {
  for (let i = 0; i < 4; i++) {
    console.log('pg back after', await cluster.killPostgres());
    await delay(2000);
  }
}
if (mode.includes('term')) {
  console.log('term', await cluster.terminate(cluster.running('worker')[0]!));
  console.log('term', await cluster.terminate(cluster.running('api')[0]!));
}
await delay(3000);
const t1 = Date.now();
const report = await run.judge();
console.log('healed and judged in', Date.now() - t1, 'total', Date.now() - t0);
const answers = Object.groupBy(run.load.entries, (e) => `${e.kind} ${e.answer}`);
console.log(Object.fromEntries(Object.entries(answers).map(([k, v]) => [k, v!.length])));
console.log({
  ...report,
  violations: report.violations.length,
  takeoverMs: [Math.min(...report.takeoverMs), Math.max(...report.takeoverMs), report.takeoverMs.length],
});
for (const v of report.violations.slice(0, 15)) console.log(' !', v.slice(0, 900));
if (process.argv[4])
  for (const m of cluster.members) {
    console.log('---', m.role, m.pid);
    console.log((await import('node:fs')).readFileSync(m.logFile, 'utf8').slice(0, 3000));
  }
await cluster.stop();
console.log('stopped', Date.now() - t0);
