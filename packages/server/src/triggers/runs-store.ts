import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { LEASE_SECONDS } from '#platform/leased-work/rows.ts';
import { createRunHistory } from '#platform/run-history.ts';
import { currentCarrier, type TraceCarrier } from '#platform/tracing.ts';
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
  case_alert_id: string | null;
  outcome: RunOutcome;
  reason: string | null;
  at: Date;
  /** Where the request of an http trigger came from. */
  address: string | null;
  /** The trace of the request, if there was one. Only of events that are due. */
  trace?: TraceCarrier | null;
};

const COLUMNS =
  'id, org_id, trigger_id, delivery_id, source_job_id, hops, inputs, job_id, case_alert_id, outcome, reason, at, address';

/** Events that nobody has handled yet: those of ended jobs, and those of processes that are gone. */
export const triggerRunRows: LeasedRows = {
  name: 'trigger_runs',
  table: 'trigger_runs',
  open: 't.take_at is not null',
  due: 'take_at',
  claim: 'claim_id',
  attempts: 'attempts',
  // Decided before there is a job: whoever starts it, and however often, starts this one.
  onClaim: 'job_id = coalesce(t.job_id, errand_new_id(clock_timestamp()))',
};
export const DUE_COLUMNS =
  't.trigger_id, t.delivery_id, t.source_job_id, t.hops, t.inputs, t.job_id, t.case_alert_id, t.outcome, t.reason, t.at, t.address, t.trace';

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
  address: string | null;
};

const GIVEN = `(id uuid, org_id uuid, trigger_id uuid, delivery_key text, delivery_id text, inputs json, job_id uuid, outcome text,
  reason text, at timestamptz, address text, trace text)`;

const withTrace = (run: NewRun) => ({ ...run, trace: currentCarrier() });

/** Records new events that no caller waits for. A runner starts them. */
export async function insertEvents(db: Db, runs: NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  await db.run(
    `insert into trigger_runs (id, org_id, trigger_id, delivery_key, delivery_id, inputs, job_id, outcome, reason, at, address, trace, take_at)
     select g.id, g.org_id, g.trigger_id, g.delivery_key, g.delivery_id, g.inputs, g.job_id, g.outcome, g.reason, g.at, g.address, g.trace,
       case when g.outcome = 'starting' then clock_timestamp() end
     from json_to_recordset($1::json) as g ${GIVEN}
     on conflict (trigger_id, delivery_key) do nothing`,
    [JSON.stringify(runs.map(withTrace))],
  );
}

/** Records an event, or returns the run of an earlier delivery of the same event. A failed one is tried again. */
export async function recordEvent(db: Db, run: NewRun): Promise<RunRow> {
  const values = [JSON.stringify(withTrace(run))];
  const rows = await db.query<RunRow>(
    `insert into trigger_runs (id, org_id, trigger_id, delivery_key, delivery_id, inputs, job_id, outcome, reason, at, address, trace, take_at)
     select g.id, g.org_id, g.trigger_id, g.delivery_key, g.delivery_id, g.inputs, g.job_id, g.outcome, g.reason, g.at, g.address, g.trace,
       case when g.outcome = 'starting' then clock_timestamp() + interval '${LEASE_SECONDS} s' end
     from json_to_record($1::json) as g ${GIVEN}
     on conflict (trigger_id, delivery_key) do update set outcome = excluded.outcome, reason = excluded.reason,
       inputs = excluded.inputs, take_at = excluded.take_at, job_id = excluded.job_id, address = excluded.address, trace = excluded.trace
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

/**
 * Records the outcome of a request's event and drops the inputs, which the job has now. A runner may have claimed it
 * meanwhile: if one of the two started it, it is started.
 */
export async function recordResult(
  db: Db,
  id: string,
  {
    outcome,
    reason,
    alertId = null,
  }: { outcome: 'started' | 'failed'; reason: string | null; alertId?: string | null },
): Promise<void> {
  await db.run(
    `update trigger_runs set outcome = $2::text, reason = $3::text, take_at = null, claim_id = null, inputs = null,
       job_id = case when $2::text = 'started' and $4::uuid is null then job_id end, case_alert_id = $4::uuid
     where id = $1::uuid and (outcome = 'starting' or $2::text = 'started')`,
    [id, outcome, reason, alertId],
  );
}

/** Returns which of these jobs exist. */
export async function listJobs(db: Db, jobIds: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>('select id from jobs where id = any ($1::uuid[])', [jobIds]);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the traces of jobs that have one. */
export async function findTraces(db: Db, jobIds: string[]): Promise<Map<string, TraceCarrier>> {
  const rows = await db.query<{ id: string; trace: string }>(
    'select id, trace from jobs where id = any ($1::uuid[]) and trace is not null',
    [jobIds],
  );
  return new Map(rows.map(({ id, trace }) => [id, trace]));
}

/** Returns how many hops each job is from the first of its chain. Jobs that no trigger started are left out. */
export async function findHops(db: Db, jobIds: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ job_id: string; hops: number }>(
    'select job_id, hops from trigger_runs where job_id = any ($1::uuid[])',
    [jobIds],
  );
  return new Map(rows.map((row) => [row.job_id, row.hops]));
}

export const { listLastRuns, listRuns } = createRunHistory<RunRow>({
  table: 'trigger_runs',
  columns: COLUMNS,
  parent: 'trigger_id',
  latest: 'id desc',
});
