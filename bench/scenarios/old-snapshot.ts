import type { Database } from '@errand/server/platform/db.ts';
import pg from 'pg';
import { fillWaiting } from '../fill.ts';
import { createTenant, type Lab, pause, type Tenant, withDatabase } from '../lab.ts';
import { perSecond, type Row } from '../report.ts';

/** Jobs kept waiting, so that the worker never runs dry. */
const TOP_UP = 20_000;

/**
 * A transaction with an old snapshot keeps every queue row that was deleted since. A worker drains a queue that is
 * topped up all the time, first normally, then with such a transaction held open. The end of that phase counts.
 */
export async function measureOldSnapshot(lab: Lab): Promise<Row[]> {
  const heldSeconds = lab.quick ? 4 : 300;
  const windowSeconds = lab.quick ? 2 : 30;
  const { url, name } = await lab.createDatabase();
  const rows = await withDatabase(url, async (database) => {
    const server = await lab.startServer(url);
    const tenant = await createTenant(database, server.port);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    const feeding = new AbortController();
    const fed = feed(url, database, tenant, { signal: feeding.signal, count: lab.quick ? 2_000 : TOP_UP });
    await pause(lab.quick ? 1_000 : 10_000);
    const normal = await measureRate(database, windowSeconds);
    await holder.query('begin isolation level repeatable read');
    await holder.query('select count(*) from job_queue');
    for (let seconds = 0; seconds < heldSeconds - windowSeconds; seconds += windowSeconds) {
      lab.note(`${perSecond(await measureRate(database, windowSeconds))} after ${seconds + windowSeconds} s`);
    }
    const held = await measureRate(database, windowSeconds);
    const [dead] = await database.system.query<{ count: number }>(
      `select n_dead_tup as count from pg_stat_user_tables where relname = 'job_queue'`,
    );
    await holder.query('rollback');
    feeding.abort();
    await fed;
    await holder.end();
    await server.stop();
    const ratio = held / normal;
    return [
      {
        figure: `drain under a transaction held open for ${heldSeconds} s (${dead!.count.toLocaleString('en-US')} dead rows)`,
        ours: perSecond(held),
        against: `${perSecond(normal)} without`,
        ratio,
        target: '≥ 0.8 ×',
        met: ratio >= 0.8,
      },
    ];
  });
  await lab.dropDatabase(name);
  return rows;
}

async function feed(
  url: string,
  database: Database,
  tenant: Tenant,
  { signal, count }: { signal: AbortSignal; count: number },
): Promise<void> {
  let made = 0;
  while (!signal.aborted) {
    const [row] = await database.system.query<{ done: number }>(
      // Uses PostgreSQL's own counters, because counting rows would take more and more of the worker's processor time.
      `select coalesce(sum(n_tup_ins), 0)::int as done from pg_stat_user_tables where relname ~ '^job_results'`,
    );
    if (made - row!.done < count) {
      await fillWaiting(url, tenant, count);
      made += count;
    } else await pause(250);
  }
}

async function measureRate(database: Database, seconds: number): Promise<number> {
  const [start] = await database.system.query<{ at: Date }>('select clock_timestamp() as at');
  await pause(seconds * 1_000);
  const [row] = await database.system.query<{ count: number; seconds: number }>(
    `select count(*) as count, extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as seconds
      from job_results where finished_at >= $1 and job_id >= errand_first_id($1::timestamptz - interval '2 minutes')`,
    [start!.at],
  );
  return row!.count / row!.seconds;
}
