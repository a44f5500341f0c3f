import { hostname } from 'node:os';
import { type Db, processMark } from '#platform/db.ts';
import { setServerCount } from '#platform/fleet.ts';
import { setClockOffset } from '#platform/ids.ts';
import { LEASE_SECONDS } from '../record/model.ts';

export type WorkerInfo = {
  id: string;
  role: string;
  concurrency: number;
  version: string;
  /** What it has for running jobs, as JSON. */
  capabilities: string;
};

export async function insertWorker(db: Db, worker: WorkerInfo): Promise<void> {
  await db.run(
    `insert into workers (id, host, pid, role, concurrency, version, capabilities)
      values ($1, $2, $3, $4, $5, $6, $7::json)
      on conflict (id) do update set last_seen = clock_timestamp()`,
    [
      worker.id,
      `${hostname()}#${processMark}`,
      process.pid,
      worker.role,
      worker.concurrency,
      worker.version,
      worker.capabilities,
    ],
  );
}

export type Heartbeat =
  | { alive: false }
  /** `limits`: organizations with a limit of their own. */
  | { alive: true; workers: number; limits: Map<string, number>; organizations: number };

/** The quickest answer of the last minute tells most about the clock: in a slow one its moment may be anywhere. */
const CLOCK_AGE_MS_MAX = 60_000;
/** What is known from before is better than an answer that was on its way for seconds. */
const ROUND_TRIP_MS_MAX = 1_000;
let best = { roundTripMs: Number.POSITIVE_INFINITY, at: 0 };

/** Says "still here" and learns who else is. Time is PostgreSQL's, never this machine's. */
export async function beat(db: Db, workerId: string): Promise<Heartbeat> {
  const sentAt = Date.now();
  const rows = await db.query<{
    now_ms: number;
    workers: number;
    servers: number;
    alive: boolean;
    limits: { id: string; limit: number }[] | null;
    organizations: number;
  }>(
    // A lost heartbeat is harmless, so it need not wait for the disk.
    `with off as (select set_config('synchronous_commit', 'off', true)),
      seen as (update workers set last_seen = clock_timestamp() from off where id = $1 returning id)
      select extract(epoch from clock_timestamp()) * 1000 as now_ms,
        (select count(*) from workers) as workers, (select count(*) from workers where role <> 'worker') as servers,
        exists (select from seen) as alive,
        (select json_agg(json_build_object('id', id, 'limit', concurrency_limit)) from organizations
          where concurrency_limit is not null) as limits,
        (select count(*) from (select from organizations limit 2) few) as organizations`,
    [workerId],
  );
  const row = rows[0]!;
  const answeredAt = Date.now();
  const roundTripMs = Math.abs(answeredAt - sentAt);
  const isOld = Math.abs(answeredAt - best.at) > CLOCK_AGE_MS_MAX;
  if (roundTripMs <= best.roundTripMs || (isOld && roundTripMs <= ROUND_TRIP_MS_MAX)) {
    best = { roundTripMs, at: answeredAt };
    setClockOffset(row.now_ms - (sentAt + answeredAt) / 2);
  }
  setServerCount(row.servers);
  if (!row.alive) return { alive: false };
  return {
    alive: true,
    workers: row.workers,
    limits: new Map((row.limits ?? []).map(({ id, limit }) => [id, limit])),
    organizations: row.organizations,
  };
}

/** What living processes that claim jobs have announced; those that announced the same are one row. */
export async function listCapabilities(db: Db): Promise<{ workers: number; capabilities: string | null }[]> {
  return db.query<{ workers: number; capabilities: string | null }>(
    `select count(*)::int as workers, capabilities::text as capabilities from workers
      where role <> 'api' and last_seen > clock_timestamp() - make_interval(secs => $1)
      group by capabilities::text order by min(started_at)`,
    [LEASE_SECONDS],
  );
}

export async function deleteWorker(db: Db, workerId: string): Promise<void> {
  await db.run('delete from workers where id = $1', [workerId]);
}
