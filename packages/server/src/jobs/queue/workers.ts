import { hostname } from 'node:os';
import { type Db, processMark } from '#platform/db.ts';
import { setServerCount } from '#platform/fleet.ts';
import { schemaLevel } from '#platform/migrations.ts';
import { WORKER_SILENCE_SECONDS_MAX } from '../record/model.ts';

/** The part of a connection that heartbeats use. */
export type BeatDb = Pick<Db, 'query'>;

export type WorkerInfo = {
  id: string;
  role: string;
  concurrency: number;
  version: string;
  /** What this process has for running jobs, as JSON. */
  capabilities: string;
  /** Whether it was draining under its former id. */
  draining: boolean;
};

export async function insertWorker(db: BeatDb, worker: WorkerInfo): Promise<void> {
  const row = {
    ...worker,
    host: `${hostname()}#${processMark}`,
    pid: process.pid,
    capabilities: JSON.parse(worker.capabilities),
    schema_level: schemaLevel,
  };
  await db.query(
    `insert into workers (id, host, pid, role, concurrency, version, capabilities, claim_mark, draining_at, schema_level)
      select w.id, w.host, w.pid, w.role, w.concurrency, w.version, w.capabilities, 0,
        case when w.draining then clock_timestamp() end, w.schema_level
      from json_to_record($1::json) as w (id uuid, host text, pid int, role text, concurrency int, version text,
        capabilities json, draining boolean, schema_level text)
      on conflict (id) do update set last_seen = clock_timestamp()`,
    [JSON.stringify(row)],
  );
}

export type Heartbeat = {
  alive: boolean;
  /** Whether the worker is draining, or null if it is not registered. */
  draining: boolean | null;
  /** The last claim number that was given out. */
  lastClaim: number;
};

/** Sends a heartbeat with the claims that run here. Uses PostgreSQL's clock, never that of this machine. */
export async function beat(
  db: BeatDb,
  { id, claims, mark }: { id: string; claims: number[]; mark: number },
): Promise<Heartbeat> {
  const [row] = await db.query<{ draining: boolean | null; last_claim: number }>(
    // Does not wait for the disk, because a lost heartbeat is harmless.
    `with off as (select set_config('synchronous_commit', 'off', true)),
      numbers as (select last_value from job_claims),
      seen as (update workers set last_seen = clock_timestamp(), claims = $2::bigint[],
        claim_mark = least($3::bigint, numbers.last_value) from off, numbers where id = $1
        returning draining_at is not null as draining)
      select (select draining from seen) as draining, last_value as last_claim from numbers`,
    [id, claims, mark],
  );
  const { draining, last_claim: lastClaim } = row!;
  return { alive: draining !== null, draining, lastClaim };
}

export type Surroundings = { workers: number; limits: Map<string, number>; organizations: number };

/** Counts workers and organizations, and reads the concurrency limits of organizations that have their own. */
export async function findSurroundings(db: Db): Promise<Surroundings> {
  const [row] = await db.query<{
    workers: number;
    servers: number;
    limits: { id: string; limit: number }[] | null;
    organizations: number;
  }>(
    `select (select count(*) from workers) as workers, (select count(*) from workers where role <> 'worker') as servers,
      (select json_agg(json_build_object('id', id, 'limit', concurrency_limit)) from organizations
        where concurrency_limit is not null) as limits,
      (select count(*) from (select from organizations limit 2) few) as organizations`,
  );
  const { workers, servers, limits, organizations } = row!;
  setServerCount(servers);
  return { workers, limits: new Map((limits ?? []).map(({ id, limit }) => [id, limit])), organizations };
}

/** Lists the capabilities of living workers that claim jobs. Workers with equal capabilities are one row. */
export async function listCapabilities(db: Db): Promise<{ workers: number; capabilities: string | null }[]> {
  return db.query<{ workers: number; capabilities: string | null }>(
    `select count(*)::int as workers, capabilities::text as capabilities from workers
      where role <> 'api' and last_seen > clock_timestamp() - make_interval(secs => $1)
      group by capabilities::text order by min(started_at)`,
    [WORKER_SILENCE_SECONDS_MAX],
  );
}

export async function deleteWorker(db: Db, workerId: string): Promise<void> {
  await db.run('delete from workers where id = $1', [workerId]);
}

/** Every claim reads the registration, so this takes effect at once. */
export async function updateDraining(db: Db, id: string, draining: boolean): Promise<void> {
  await db.run('update workers set draining_at = case when $2 then clock_timestamp() end where id = $1::uuid', [
    id,
    draining,
  ]);
}
