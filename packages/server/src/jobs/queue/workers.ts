import { hostname } from 'node:os';
import type { Db } from '#platform/db.ts';
import { setClockOffset } from '#platform/ids.ts';

export type WorkerInfo = { id: string; role: string; concurrency: number; version: string };

export async function insertWorker(db: Db, worker: WorkerInfo): Promise<void> {
  await db.run(
    `insert into workers (id, host, pid, role, concurrency, version) values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do update set last_seen = clock_timestamp()`,
    [worker.id, hostname(), process.pid, worker.role, worker.concurrency, worker.version],
  );
}

export type Heartbeat =
  | { alive: false }
  /** Live workers in a fixed order: a worker's place in it decides its share of an organization's limit. */
  | { alive: true; workers: string[]; limits: Map<string, number>; organizations: number };

/** Says "still here" and learns who else is. Time is PostgreSQL's, never this machine's. */
export async function beat(db: Db, workerId: string): Promise<Heartbeat> {
  const sentAt = Date.now();
  const rows = await db.query<{
    now_ms: number;
    workers: string[] | null;
    limits: { id: string; limit: number }[] | null;
    organizations: number;
  }>(
    // A lost heartbeat is harmless, so it need not wait for the disk.
    `with off as (select set_config('synchronous_commit', 'off', true)),
      seen as (update workers set last_seen = clock_timestamp() from off where id = $1 returning id)
      select extract(epoch from clock_timestamp()) * 1000 as now_ms,
        (select array_agg(id::text order by id) from workers where exists (select from seen)) as workers,
        (select json_agg(json_build_object('id', id, 'limit', concurrency_limit)) from organizations
          where concurrency_limit is not null) as limits,
        (select count(*) from (select from organizations limit 2) few) as organizations`,
    [workerId],
  );
  const row = rows[0]!;
  setClockOffset(row.now_ms - (sentAt + Date.now()) / 2);
  if (row.workers === null) return { alive: false };
  return {
    alive: true,
    workers: row.workers,
    limits: new Map((row.limits ?? []).map(({ id, limit }) => [id, limit])),
    organizations: row.organizations,
  };
}

export async function deleteWorker(db: Db, workerId: string): Promise<void> {
  await db.run('delete from workers where id = $1', [workerId]);
}
