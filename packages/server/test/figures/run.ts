// npm run figures [-- --jobs 200000 --agents 40 --days 35]: fills a database and compares every figure that the console
// shows with a plain count over its jobs. Exits with 1 when one differs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { testEngines } from '../engines.ts';
import { startHarness } from '../harness.ts';
import { compareFigures } from './compare.ts';
import { deleteSomeData, lookAtBudgets, makeScene, rollUpAll } from './scene.ts';
import { loadTruth } from './truth.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '200000' },
    agents: { type: 'string', default: '40' },
    days: { type: 'string', default: '35' },
  },
});
const size = { jobs: Number(values.jobs), agents: Number(values.agents), days: Number(values.days) };

await using parts = new AsyncDisposableStack();
process.env.ERRAND_TEST_DATABASE_URL ??= await startPostgres();
const harness = await startHarness({ engines: testEngines });
parts.defer(() => harness.stop());
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
let startedAt = performance.now();
const scene = await makeScene(harness, size);
const truth = await loadTruth(harness.database.system, scene.org.orgId);
console.log(`${truth.length} jobs of ${size.agents} agents made and counted in ${seconds(startedAt)}`);
let wrong = 0;
for (const when of ['with jobs that the roll-up has not reached', 'after it, with deleted data']) {
  if (when.startsWith('after')) {
    await rollUpAll(harness);
    await deleteSomeData(harness, scene.org, 20);
  }
  await lookAtBudgets(harness);
  startedAt = performance.now();
  const { figures, differences } = await compareFigures(scene.org, truth, scene);
  console.log(`${when}: ${figures} figures compared in ${seconds(startedAt)}, ${differences.length} differ`);
  for (const difference of differences.slice(0, 30)) console.log(`  ${difference}`);
  wrong += differences.length;
}
process.exitCode = wrong === 0 ? 0 : 1;

async function startPostgres(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-figures-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { url, stop } = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => undefined });
  parts.defer(stop);
  return url;
}
