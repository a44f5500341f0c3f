import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTenant, type Lab, pause, runRequest, withDatabase } from '../lab.ts';
import { median, ms, type Row } from '../report.ts';

const CLI = join(import.meta.dirname, '../../packages/cli/src/main.ts');

/** Measures what an idle server costs, and how fast it starts. */
export async function measureIdle(lab: Lab): Promise<Row[]> {
  return [...(await measureLoad(lab)), await measureStart(lab)];
}

async function measureLoad(lab: Lab): Promise<Row[]> {
  const seconds = lab.quick ? 2 : 60;
  const { url, name } = await lab.createDatabase();
  // Logs every statement of this database, so that they can be counted.
  await lab.admin.query(`alter database ${name} set log_statement = 'all'`);
  const server = await lab.startServer(url);
  const tenant = await withDatabase(url, (database) => createTenant(database, server.port));
  // Warms up connections, caches and compiled code.
  await lab.load({
    host: '127.0.0.1',
    port: server.port,
    connections: 8,
    requests: [runRequest(tenant, 'async/')],
    total: 500,
  });
  await pause(lab.quick ? 500 : 20_000);
  const logFile = join(lab.postgresDir, 'postgres.log');
  const sizeBefore = statSync(logFile).size;
  await pause(seconds * 1_000);
  const lines = readFileSync(logFile)
    .subarray(sizeBefore)
    .toString('utf8')
    .match(/ LOG: {2}(statement|execute [^:]*):/g);
  const rate = (lines?.length ?? 0) / seconds;
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
  await server.stop();
  await lab.dropDatabase(name);
  return [
    {
      figure: 'statements of an idle process, role all',
      ours: `${rate.toFixed(1)}/s`,
      target: '< 20/s',
      met: rate < 20,
    },
    {
      figure: 'memory of an idle server (RSS, without PostgreSQL)',
      ours: `${Math.round(megabytes)} MB`,
      target: '≤ 250 MB',
      met: megabytes <= 250,
    },
  ];
}

/** Measures `errand serve` on an existing data folder with its own PostgreSQL, until /ready/ answers. */
async function measureStart(lab: Lab): Promise<Row> {
  const dataDir = join(lab.folder, 'start');
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const times: number[] = [];
  for (let round = 0; round < (lab.quick ? 2 : 6); round += 1) times.push(await startOnce(dataDir, port));
  const warm = median(times.slice(1));
  return {
    figure: 'warm start to ready, with its own PostgreSQL',
    ours: ms(warm),
    against: `${ms(times[0]!)} on an empty folder`,
    target: '≤ 3,000 ms',
    met: warm <= 3_000,
  };
}

async function startOnce(dataDir: string, port: number): Promise<number> {
  if (!existsSync(CLI)) throw new Error('There is no command to start.');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      ERRAND_DATA_DIR: dataDir,
      ERRAND_DRAIN_SECONDS: '0',
    },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    while (performance.now() - startedAt < 60_000) {
      const ready = await fetch(`http://127.0.0.1:${port}/ready/`)
        .then((answer) => answer.ok)
        .catch(() => false);
      if (ready) return performance.now() - startedAt;
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
      await pause(10);
    }
    throw new Error('The server was not ready in a minute.');
  } finally {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(force);
  }
}
