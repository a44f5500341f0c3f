import type { Schedule, ScheduleRun } from '@errand/contract/schedules.ts';
import type { Static } from 'typebox';
import type { RunRow, ScheduleRow } from './store.ts';

export function scheduleAnswer(row: ScheduleRow, lastRun: RunRow | undefined): Static<typeof Schedule> {
  return {
    id: row.id,
    name: row.name,
    agent_id: row.agent_id,
    agent_version_id: row.agent_version_id,
    cron: row.cron,
    every_seconds: row.every_seconds,
    timezone: row.timezone,
    inputs: row.inputs,
    metadata: row.metadata,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    catch_up: row.catch_up,
    overlap: row.overlap,
    max_cost_per_run: row.max_cost_per_run,
    next_at: row.next_at?.toISOString() ?? null,
    last_run: lastRun === undefined ? null : runAnswer(lastRun),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A run that is being started is shown as waiting, because it has no job yet. */
export const runAnswer = (row: RunRow): Static<typeof ScheduleRun> => ({
  id: row.id,
  due_at: row.due_at.toISOString(),
  job_id: row.outcome === 'started' ? row.job_id : null,
  outcome: row.outcome === 'starting' ? 'waiting' : row.outcome,
  reason: row.reason,
});
