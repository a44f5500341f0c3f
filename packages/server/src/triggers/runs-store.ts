import type { Db, Transactor } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { RunOutcome } from './model.ts';

// Events and their outcomes. A row exists before its job, with the id that the job will have.

export type RunRow = {
  id: string;
  org_id: string;
  trigger_id: string;
  delivery_id: string | null;
  source_job_id: string | null;
  hops: number;
  inputs: Record<string, unknown> | null;
  job_id: string | null;
  outcome: RunOutcome;
  reason: string | null;
  at: Date;
};

const COLUMNS = 'id, org_id, trigger_id, delivery_id, source_job_id, hops, inputs, job_id, outcome, reason, at';

/** A process that has not started a run by then counts as gone. */
const TAKE_SECONDS = 15;
export const TAKE_MAX = 200;

export type NewRun = {
  id: string;
  org_id: string;
  trigger_id: string;
  delivery_key: string;
  delivery_id: string | null;
  inputs: Record<string, unknown> | null;
  job_id: string | null;
  outcome: RunOutcome;
  reason: string | null;
  at: Date;
};

const GIVEN = `(id uuid, org_id uuid, trigger_id uuid, delivery_key text, delivery_id text, inputs json, job_id uuid, outcome text,
  reason text, at timestamptz)`;

/** Records new events that no caller waits for. A runner starts them. */
export async function insertEvents(db: Db, runs: NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  await db.run(
    `insert into trigger_runs (id, org_id, trigger_id, delivery_key, delivery_id, inputs, job_id, outcome, reason, at, take_at)
     select g.id, g.org_id, g.trigger_id, g.delivery_key, g.delivery_id, g.inputs, g.job_id, g.outcome, g.reason, g.at,
       case when g.outcome = 'starting' then clock_timestamp() end
     from json_to_recordset($1::json) as g ${GIVEN}
     on conflict (trigger_id, delivery_key) do nothing`,
    [JSON.stringify(runs)],
  );
}

/** Records an event, or returns the run of an earlier delivery of the same event. A failed one is tried again. */
export async function recordEvent(db: Db, run: NewRun): Promise<RunRow> {
  const values = [JSON.stringify(run)];
  const rows = await db.query<RunRow>(
    `insert into trigger_runs (id, org_id, trigger_id, delivery_key, delivery_id, inputs, job_id, outcome, reason, at, take_at)
     select g.id, g.org_id, g.trigger_id, g.delivery_key, g.delivery_id, g.inputs, g.job_id, g.outcome, g.reason, g.at,
       case when g.outcome = 'starting' then clock_timestamp() + interval '${TAKE_SECONDS} s' end
     from json_to_record($1::json) as g ${GIVEN}
     on conflict (trigger_id, delivery_key) do update set outcome = excluded.outcome, reason = excluded.reason,
       inputs = excluded.inputs, take_at = excluded.take_at, job_id = excluded.job_id
       where trigger_runs.outcome = 'failed'
     returning ${COLUMNS}`,
    values,
  );
  if (rows[0] !== undefined) return rows[0];
  const [earlier] = await db.query<RunRow>(
    `select ${COLUMNS} from trigger_runs where org_id = $1 and trigger_id = $2 and delivery_key = $3`,
    [run.org_id, run.trigger_id, run.delivery_key],
  );
  return earlier!;
}

/** Claims events that nobody has handled yet: those of ended jobs, and those of processes that are gone. */
export async function takeRuns(db: Transactor): Promise<RunRow[]> {
  return db.tx(async (tx) => {
    const rows = await tx.query<RunRow>(
      `select ${COLUMNS} from trigger_runs where take_at <= now() order by take_at limit ${TAKE_MAX} for update skip locked`,
    );
    if (rows.length === 0) return [];
    const taken = rows.map((row) => ({ ...row, job_id: row.job_id ?? newId() }));
    await tx.run(
      `update trigger_runs r set job_id = g.job_id, take_at = clock_timestamp() + interval '${TAKE_SECONDS} s'
       from json_to_recordset($1::json) as g (id uuid, job_id uuid) where r.id = g.id`,
      [JSON.stringify(taken.map(({ id, job_id }) => ({ id, job_id })))],
    );
    return taken;
  });
}

export type RunResult = { id: string; outcome: 'started' | 'skipped' | 'failed'; reason: string | null; hops?: number };

/**
 * Records outcomes and drops the inputs, which the job has now. If one of two processes started a run, it is started.
 */
export async function recordResults(db: Db, results: RunResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.run(
    `update trigger_runs r set outcome = g.outcome, reason = g.reason, hops = coalesce(g.hops, r.hops), take_at = null,
       inputs = null, job_id = case when g.outcome = 'started' then r.job_id end
     from json_to_recordset($1::json) as g (id uuid, outcome text, reason text, hops smallint)
     where r.id = g.id and (r.outcome = 'starting' or g.outcome = 'started')`,
    [JSON.stringify(results)],
  );
}

/** Returns which of these jobs exist. */
export async function listJobs(db: Db, jobIds: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>('select id from jobs where id = any ($1::uuid[])', [jobIds]);
  return new Set(rows.map(({ id }) => id));
}

/** Returns how many hops each job is from the first of its chain. Jobs that no trigger started are left out. */
export async function findHops(db: Db, jobIds: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ job_id: string; hops: number }>(
    'select job_id, hops from trigger_runs where job_id = any ($1::uuid[])',
    [jobIds],
  );
  return new Map(rows.map((row) => [row.job_id, row.hops]));
}

/** Returns the latest run of each trigger. */
export async function listLastRuns(db: Db, orgId: string, triggerIds: string[]): Promise<Map<string, RunRow>> {
  const rows = await db.query<RunRow>(
    `select r.* from unnest($2::uuid[]) as t (id) cross join lateral (
       select ${COLUMNS} from trigger_runs where org_id = $1 and trigger_id = t.id order by id desc limit 1) r`,
    [orgId, triggerIds],
  );
  return new Map(rows.map((row) => [row.trigger_id, row]));
}

/** Latest first. */
export async function listRuns(
  db: Db,
  orgId: string,
  triggerId: string,
  page: { size: number; offset: number },
): Promise<{ count: number; rows: RunRow[] }> {
  const [total] = await db.query<{ count: number }>(
    'select count(*) as count from trigger_runs where org_id = $1 and trigger_id = $2',
    [orgId, triggerId],
  );
  const rows = await db.query<RunRow>(
    `select ${COLUMNS} from trigger_runs where org_id = $1 and trigger_id = $2
     order by id desc limit $3::int offset $4::bigint`,
    [orgId, triggerId, page.size, page.offset],
  );
  return { count: total!.count, rows };
}

/** Deletes old runs, and those of deleted triggers. */
export function deleteOldRuns(db: Db, before: string): Promise<number> {
  return db.run(
    `delete from trigger_runs where id in (
       select id from trigger_runs r where take_at is null and (id < $1::uuid
         or not exists (select from triggers t where t.id = r.trigger_id)) limit 10000)`,
    [before],
  );
}
