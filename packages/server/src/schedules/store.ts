import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { findRow, lockRow } from '#platform/find-row.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { createRunHistory } from '#platform/run-history.ts';
import type { Due, Outcome } from './model.ts';
import type { Timing } from './times.ts';

// Schedules and their runs. claim-due.ts claims those that are due.

export type ScheduleSettings = Pick<Timing, 'cron' | 'every_seconds' | 'timezone'> &
  Pick<Due, 'catch_up' | 'overlap'> & {
    name: string;
    agent_id: string;
    agent_version_id: string | null;
    inputs: Record<string, unknown>;
    metadata: Record<string, unknown> | null;
    enabled: boolean;
    max_cost_per_run: number | null;
  };

export type ScheduleRow = ScheduleSettings &
  Timing & {
    id: string;
    org_id: string;
    disabled_reason: string | null;
    next_at: Date | null;
    last_job_id: string | null;
    created_by: number | null;
    /** Everybody who changed it, the latest first. */
    editors: Link[];
    created_at: Date;
    updated_at: Date;
  };

export type RunRow = {
  id: string;
  schedule_id: string;
  due_at: Date;
  job_id: string | null;
  outcome: Outcome;
  reason: string | null;
};

export const COLUMNS = `s.id, s.org_id, s.name, s.agent_id, s.agent_version_id, s.cron, s.every_seconds, s.anchor_at, s.timezone,
  s.inputs, s.metadata, s.enabled, s.disabled_reason, s.catch_up, s.overlap, s.max_cost_per_run, s.next_at, s.last_job_id,
  s.created_by, s.editors, s.created_at, s.updated_at`;
const RUN_COLUMNS = 'id, schedule_id, due_at, job_id, outcome, reason';

export type ScheduleFilter = {
  agentId?: string | undefined;
  enabled?: boolean | undefined;
  search?: string | undefined;
};

const WHERE = `s.org_id = $1::uuid and ($2::uuid is null or s.agent_id = $2::uuid)
  and ($3::boolean is null or s.enabled = $3::boolean)
  and ($4::text is null or position(lower($4::text) in lower(s.name)) > 0)`;

/** Newest first. */
export async function listSchedules(
  db: Db,
  orgId: string,
  { agentId, enabled, search }: ScheduleFilter,
  page: Page,
): Promise<Listed<ScheduleRow>> {
  const filters = [orgId, agentId ?? null, enabled ?? null, search || null];
  return listPage<ScheduleRow>(db, {
    columns: COLUMNS,
    from: 'schedules s',
    where: WHERE,
    order: 's.id desc',
    values: filters,
    page,
  });
}

const source = { columns: COLUMNS, table: 'schedules', alias: 's' };

export const findSchedule = (db: Db, orgId: string, id: string) => findRow<ScheduleRow>(db, source, orgId, id);

/** Changes, also those of the scheduler, happen one after the other. */
export const lockSchedule = (tx: Db, orgId: string, id: string) => lockRow<ScheduleRow>(tx, source, orgId, id);

export async function countSchedules(db: Db, orgId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from schedules where org_id = $1', [orgId]);
  return row!.count;
}

type Written = ScheduleSettings & { anchor_at: Date; next_at: Date | null; editors: Link[]; now: Date };

const GIVEN = `json_to_record($2::json) as g (id uuid, name text, agent_id uuid, agent_version_id uuid, cron text,
  every_seconds int, anchor_at timestamptz, timezone text, inputs json, metadata json, enabled boolean, catch_up text,
  overlap text, max_cost_per_run numeric, next_at timestamptz, created_by int, editors jsonb, now timestamptz)`;

export async function insertSchedule(
  tx: Db,
  orgId: string,
  schedule: Written & { id: string; created_by: number | null },
): Promise<void> {
  await tx.run(
    `insert into schedules (id, org_id, name, agent_id, agent_version_id, cron, every_seconds, anchor_at, timezone, inputs,
       metadata, enabled, catch_up, overlap, max_cost_per_run, next_at, created_by, editors, created_at, updated_at)
     select g.id, $1::uuid, g.name, g.agent_id, g.agent_version_id, g.cron, g.every_seconds, g.anchor_at, g.timezone, g.inputs,
       g.metadata, g.enabled, g.catch_up, g.overlap, g.max_cost_per_run, g.next_at, g.created_by, g.editors, g.now, g.now
     from ${GIVEN}`,
    [orgId, JSON.stringify(schedule)],
  );
}

export async function updateSchedule(tx: Db, orgId: string, id: string, schedule: Written): Promise<void> {
  await tx.run(
    `update schedules s set name = g.name, agent_id = g.agent_id, agent_version_id = g.agent_version_id, cron = g.cron,
       every_seconds = g.every_seconds, anchor_at = g.anchor_at, timezone = g.timezone, inputs = g.inputs,
       metadata = g.metadata, enabled = g.enabled, disabled_reason = case when not g.enabled then s.disabled_reason end,
       catch_up = g.catch_up, overlap = g.overlap, max_cost_per_run = g.max_cost_per_run, next_at = g.next_at,
       editors = g.editors, updated_at = g.now
     from ${GIVEN} where s.org_id = $1 and s.id = g.id`,
    [orgId, JSON.stringify({ ...schedule, id })],
  );
}

export async function deleteSchedule(tx: Db, orgId: string, id: string): Promise<boolean> {
  return (await tx.run('delete from schedules where org_id = $1 and id = $2', [orgId, id])) > 0;
}

/** Skips runs that wait for the previous one. */
export async function dropWaiting(tx: Db, orgId: string, scheduleId: string, reason: string): Promise<void> {
  await tx.run(
    `update schedule_runs set outcome = 'skipped', reason = $3 where org_id = $1 and schedule_id = $2 and outcome = 'waiting'`,
    [orgId, scheduleId, reason],
  );
}

/** Switches off the schedules of a deleted agent, which keeps its row for its jobs. */
export function disableSchedulesOfAgent(db: Db, orgId: string, agentId: string): Promise<number> {
  return db.run(
    `update schedules set enabled = false, next_at = null, disabled_reason = 'The agent was deleted.'
     where org_id = $1 and agent_id = $2 and enabled`,
    [orgId, agentId],
  );
}

export const { listLastRuns, listRuns } = createRunHistory<RunRow>({
  table: 'schedule_runs',
  columns: RUN_COLUMNS,
  parent: 'schedule_id',
  latest: 'due_at desc',
});

export const findRun = (db: Db, orgId: string, id: string) =>
  findRow<RunRow>(db, { columns: RUN_COLUMNS, table: 'schedule_runs', alias: 'r' }, orgId, id);
