import { IS_PARKED } from '#jobs/queue/park.ts';
import type { Link } from '#orgs/actor.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Claim, countStops, LEASE_SECONDS } from '#platform/leased-work/rows.ts';
import { pickInTurns, stepOrgs } from '#platform/turns.ts';
import { type Decision, decideDue, decideOverlap } from './model.ts';
import { COLUMNS, type ScheduleRow } from './store.ts';
import { nextAfter } from './times.ts';

// Claims due times. Each is written as a run with the id of its job, in the transaction that moves the schedule on to
// its next time; the key of schedule_runs lets every due time be claimed once. The job is started afterwards
// (start-runs.ts), always with that id, whichever process does it, and however often.

export type ClaimedRun = Claim & {
  jobId: string;
  dueAt: Date;
  schedule: ScheduleRow;
  /** Who started it outside of the due times. */
  pressedBy: Link | null;
  /** The job to cancel first. */
  previousJobId: string | null;
  /** Whether its process did not start it in time. */
  forgotten: boolean;
};

export const scheduleRunRows: LeasedRows = {
  name: 'schedule_runs',
  table: 'schedule_runs',
  open: `t.outcome = 'starting'`,
  due: 'take_at',
  claim: 'claim_id',
  attempts: 'attempts',
  claimsItself: true,
};

/** Schedules per transaction. */
export const CLAIM_MAX = 250;
/** A process that does not renew it by then counts as gone. */
const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} s'`;

/** Claims what is due now. Organizations take turns, here and below. */
export async function claimDue(db: Transactor): Promise<ClaimedRun[]> {
  return db.tx(async (tx) => {
    const rows = await tx.query<ScheduleRow & { next_at: Date; now: Date }>(
      `${pickInTurns('schedules', 'next_at', CLAIM_MAX)}
       select ${COLUMNS}, clock_timestamp() as now from picked p join schedules s on s.id = p.id
       where s.next_at <= now() order by p.turn, p.due limit ${CLAIM_MAX} for update of s skip locked`,
    );
    if (rows.length === 0) return [];
    const load = await findLoad(tx, rows);
    const decided = rows.map((row) => {
      const { runs, nextMs } = decideDue({ ...row, ...load(row) }, row.now.getTime());
      return { row, runs, next_at: nextMs === undefined ? null : new Date(nextMs) };
    });
    await tx.run(
      `update schedules s set next_at = g.next_at from json_to_recordset($1::json) as g (id uuid, next_at timestamptz)
       where s.id = g.id`,
      [JSON.stringify(decided.map(({ row, next_at }) => ({ id: row.id, next_at })))],
    );
    const wanted = decided.flatMap(({ row, runs }) => runs.map((decision) => ({ row, decision })));
    return recordRuns(tx, wanted);
  });
}

/** Claims a run outside of the due times. `run` is undefined if it waits or is skipped. Needs the schedule's lock. */
export async function claimNow(
  tx: Db,
  schedule: ScheduleRow,
  now: Date,
  pressedBy: Link,
): Promise<{ id: string; run?: ClaimedRun }> {
  const load = await findLoad(tx, [schedule]);
  const decision = decideOverlap({ ...schedule, ...load(schedule) }, await findFreeMoment(tx, schedule.id, now));
  const id = newId();
  const [run] = await recordRuns(tx, [{ row: schedule, decision, id, pressedBy }]);
  return { id, ...(run && { run }) };
}

/** A schedule has one run per millisecond. Returns the first from `now` on that has none. */
async function findFreeMoment(tx: Db, scheduleId: string, now: Date): Promise<Date> {
  const [row] = await tx.query<{ at: Date }>(
    `select m.at from generate_series($2::timestamptz, $2::timestamptz + interval '1 s', interval '1 ms') as m (at)
     where not exists (select from schedule_runs r where r.schedule_id = $1::uuid and r.due_at = m.at)
     order by m.at limit 1`,
    [scheduleId, now],
  );
  return row?.at ?? now;
}

/** Claims runs that waited for the previous one, which has ended. */
export async function claimWaiting(db: Transactor): Promise<ClaimedRun[]> {
  return db.tx(async (tx) => {
    const rows = await tx.query<ScheduleRow>(
      `with recursive orgs as (${stepOrgs('schedule_runs', `t.outcome = 'waiting'`)}
       ), picked as materialized (
         select free.* from orgs o cross join lateral (
           select s.id, row_number() over () as turn
           from (select distinct r.schedule_id from schedule_runs r where r.org_id = o.org_id and r.outcome = 'waiting') w
           join schedules s on s.id = w.schedule_id
           where not exists (select from job_queue q where q.job_id = s.last_job_id and not (${IS_PARKED}))
           limit ${CLAIM_MAX}) free
         order by free.turn limit ${4 * CLAIM_MAX}
       )
       select ${COLUMNS} from picked p join schedules s on s.id = p.id
       order by p.turn limit ${CLAIM_MAX} for update of s skip locked`,
    );
    if (rows.length === 0) return [];
    const load = await findLoad(tx, rows);
    const free = new Map(rows.filter((row) => !load(row).busy).map((row) => [row.id, { ...row, jobId: newId() }]));
    const taken = await tx.query<Taken>(
      `update schedule_runs r set outcome = 'starting', job_id = g."jobId", claim_id = gen_random_uuid(),
         attempts = 1, take_at = ${LEASE_END}
       from json_to_recordset($1::json) as g (id uuid, "jobId" uuid)
       where r.outcome = 'waiting' and r.id = (
         select w.id from schedule_runs w where w.schedule_id = g.id and w.outcome = 'waiting' order by w.due_at limit 1)
       returning r.id, r.schedule_id, r.due_at, r.claim_id, r.pressed_by`,
      [JSON.stringify([...free.values()].map(({ id, jobId }) => ({ id, jobId })))],
    );
    const runs = taken.map((run) => {
      const { jobId, ...schedule } = free.get(run.schedule_id)!;
      const { id, claim_id, due_at: dueAt, pressed_by: pressedBy } = run;
      return toClaimed({ id, claim_id, jobId, dueAt, schedule, pressedBy });
    });
    await noteJobs(tx, runs);
    return runs;
  });
}

type Taken = { id: string; schedule_id: string; due_at: Date; claim_id: string; pressed_by: Link | null };

/** Claims runs that their process has not started in time. */
export async function claimForgotten(db: Transactor): Promise<ClaimedRun[]> {
  type Forgotten = Pick<Taken, 'due_at' | 'claim_id' | 'pressed_by'> & {
    run_id: string;
    job_id: string;
    attempt: number;
    stops: number;
  };
  const rows = await db.query<ScheduleRow & Forgotten>(
    `with recursive orgs as (${stepOrgs('schedule_runs', `t.outcome = 'starting'`)}
     ), picked as materialized (
       select late.* from orgs o cross join lateral (
         select r.id, row_number() over (order by r.take_at) as turn from schedule_runs r
         where r.org_id = o.org_id and r.outcome = 'starting' and r.take_at < now() order by r.take_at limit ${CLAIM_MAX}) late
       order by late.turn limit ${4 * CLAIM_MAX}
     ), forgotten as (
       select r.id from picked p join schedule_runs r on r.id = p.id
       where r.take_at < now() order by p.turn limit ${CLAIM_MAX} for update of r skip locked
     ), taken as (
       update schedule_runs r set take_at = ${LEASE_END}, claim_id = gen_random_uuid(), ${countStops('r.claim_id', 'r.stops')}, attempts = r.attempts + 1
       where r.id in (select id from forgotten)
       returning r.id as run_id, r.schedule_id, r.job_id, r.due_at, r.claim_id, r.attempts as attempt, r.stops,
         r.pressed_by
     )
     select t.run_id, t.job_id, t.due_at, t.claim_id, t.attempt, t.stops, t.pressed_by, ${COLUMNS} from taken t join schedules s on s.id = t.schedule_id`,
  );
  return rows.map(
    ({ run_id: id, job_id: jobId, due_at: dueAt, claim_id, attempt, stops, pressed_by: pressedBy, ...schedule }) => ({
      ...toClaimed({ id, claim_id, jobId, dueAt, schedule, pressedBy }),
      attempt,
      stops,
      forgotten: true,
    }),
  );
}

const toClaimed = (
  run: Pick<ClaimedRun, 'id' | 'claim_id' | 'jobId' | 'dueAt' | 'schedule' | 'pressedBy'>,
): ClaimedRun => ({
  ...run,
  org_id: run.schedule.org_id,
  attempt: 1,
  taken_over: false,
  stops: 0,
  previousJobId: null,
  forgotten: false,
});

/** Returns when the next schedule is due, in milliseconds of PostgreSQL's clock. */
export async function findNextDue(db: Db): Promise<number | undefined> {
  const [row] = await db.query<{ next: Date | null }>(
    'select next_at as next from schedules where next_at is not null order by next_at limit 1',
  );
  return row?.next?.getTime();
}

/**
 * Moves back schedules that a clock has moved too far ahead. Otherwise they would not run until that time has come. Due
 * times that were claimed meanwhile stay claimed.
 */
export async function bringBack(db: Transactor, nowMs: number): Promise<number> {
  let changed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.query<ScheduleRow & { next_at: Date }>(
      `select ${COLUMNS} from schedules s where s.next_at > now() and s.id > $1::uuid order by s.id limit 1000`,
      [after],
    );
    const early = rows.flatMap((row) => {
      const next = nextAfter(row, nowMs);
      const before = row.next_at.getTime();
      return next !== undefined && next < before ? [{ id: row.id, next_at: new Date(next), before: row.next_at }] : [];
    });
    changed += await db.run(
      `update schedules s set next_at = g.next_at
       from json_to_recordset($1::json) as g (id uuid, next_at timestamptz, before timestamptz)
       where s.id = g.id and s.next_at = g.before`,
      [JSON.stringify(early)],
    );
    if (rows.length < 1_000) return changed;
    after = rows.at(-1)!.id;
  }
}

type Load = { busy: boolean; waiting: number };

/** Call it after the rows are locked, so that it sees what other processes have just claimed. */
async function findLoad(tx: Db, rows: ScheduleRow[]): Promise<(row: ScheduleRow) => Load> {
  const found = await tx.query<Load & { id: string }>(
    `select g.id,
       exists (select from job_queue q where q.job_id = g.last_job_id and not (${IS_PARKED}))
         or exists (select from schedule_runs r where r.schedule_id = g.id and r.outcome = 'starting') as busy,
       (select count(*) from schedule_runs r where r.schedule_id = g.id and r.outcome = 'waiting') as waiting
     from json_to_recordset($1::json) as g (id uuid, last_job_id uuid)`,
    [JSON.stringify(rows.map(({ id, last_job_id }) => ({ id, last_job_id })))],
  );
  const byId = new Map(found.map((load) => [load.id, load]));
  return (row) => byId.get(row.id)!;
}

type Wanted = { row: ScheduleRow; decision: Decision; id?: string; pressedBy?: Link };

/** Writes the runs and returns those to start. A due time that was claimed before is left out. */
async function recordRuns(tx: Db, wanted: Wanted[]): Promise<ClaimedRun[]> {
  const runs = wanted.map(({ row, decision, id = newId(), pressedBy = null }) => ({
    ...decision,
    row,
    id,
    jobId: newId(),
    pressedBy,
  }));
  const inserted = await tx.query<{ id: string; claim_id: string }>(
    `insert into schedule_runs (id, org_id, schedule_id, due_at, job_id, outcome, reason, pressed_by, attempts, claim_id, take_at)
     select g.id, g.org_id, g.schedule_id, g.due_at, g.job_id, g.outcome, g.reason, g.pressed_by, 1,
       case when g.outcome = 'starting' then gen_random_uuid() end,
       case when g.outcome = 'starting' then ${LEASE_END} end
     from json_to_recordset($1::json) as g (id uuid, org_id uuid, schedule_id uuid, due_at timestamptz, job_id uuid,
       outcome text, reason text, pressed_by jsonb)
     on conflict (schedule_id, due_at) do nothing returning id, claim_id`,
    [JSON.stringify(runs.map(toRow))],
  );
  const claims = new Map(inserted.map(({ id, claim_id }) => [id, claim_id]));
  const starting = runs.flatMap(({ id, jobId, dueAt, outcome, row: schedule, pressedBy }) => {
    const claim_id = claims.get(id);
    if (outcome !== 'starting' || claim_id === undefined) return [];
    const previousJobId = schedule.overlap === 'cancel_previous' ? schedule.last_job_id : null;
    return [{ ...toClaimed({ id, claim_id, jobId, dueAt, schedule, pressedBy }), previousJobId }];
  });
  await noteJobs(tx, starting);
  return starting;
}

const toRow = ({
  id,
  row,
  dueAt,
  jobId,
  outcome,
  reason,
  pressedBy,
}: Decision & { id: string; jobId: string; row: ScheduleRow; pressedBy: Link | null }) => ({
  id,
  org_id: row.org_id,
  schedule_id: row.id,
  due_at: dueAt,
  job_id: outcome === 'starting' ? jobId : null,
  outcome,
  reason,
  pressed_by: pressedBy,
});

/** Notes the last job of each schedule. While it is running, the next run overlaps. */
async function noteJobs(tx: Db, runs: ClaimedRun[]): Promise<void> {
  if (runs.length === 0) return;
  await tx.run(
    `update schedules s set last_job_id = g.job_id from json_to_recordset($1::json) as g (id uuid, job_id uuid)
     where s.id = g.id`,
    [JSON.stringify(runs.map(({ schedule, jobId }) => ({ id: schedule.id, job_id: jobId })))],
  );
}
