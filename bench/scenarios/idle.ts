import { readFileSync } from 'node:fs';
import { createTenant, type Lab, pause, withDatabase } from '../lab.ts';
import type { Row } from '../report.ts';

/** What a server does when nobody asks anything of it, and how soon it is there. */
export async function measureIdle(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const startedAt = performance.now();
  const server = await lab.startServer(url);
  const startMs = performance.now() - startedAt;
  const rows = await withDatabase(url, async (database) => {
    await createTenant(database, server.port);
    await pause(lab.quick ? 500 : 5_000);
    const seconds = lab.quick ? 2 : 30;
    const before = await transactions(lab, name);
    await pause(seconds * 1_000);
    const rate = ((await transactions(lab, name)) - before) / seconds;
    return [{ figure: 'statements of an idle server', ours: `${rate.toFixed(1)}/s`, target: '< 20/s', met: rate < 20 }];
  });
  const megabytes = residentMegabytes(server.pid);
  rows.push(
    {
      figure: 'memory of an idle server',
      ours: `${Math.round(megabytes)} MB`,
      target: '≤ 250 MB',
      met: megabytes <= 250,
    },
    {
      figure: 'start to ready on a running database',
      ours: `${(startMs / 1_000).toFixed(2)} s`,
      target: '≤ 3 s',
      met: startMs <= 3_000,
    },
  );
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

/** Every statement outside an explicit transaction is one transaction of its own. */
async function transactions(lab: Lab, name: string): Promise<number> {
  await lab.admin.query('select pg_stat_clear_snapshot()');
  const { rows } = await lab.admin.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
    [name],
  );
  return Number(rows[0].count);
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
