import { hasRole } from '@errand/contract/roles.ts';
import type { Trigger, TriggerRun } from '@errand/contract/triggers.ts';
import type { Static } from 'typebox';
import type { Caller } from '#platform/caller.ts';
import { MASK } from './model.ts';
import type { RunRow } from './runs-store.ts';
import type { TriggerRow } from './store.ts';

/** `url` is its address, which only callers who may change the trigger see. */
export function triggerAnswer(
  row: TriggerRow,
  { url, lastRun }: { url: string | null; lastRun: RunRow | undefined },
): Static<typeof Trigger> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    agent_id: row.agent_id,
    case_queue_id: row.case_queue_id,
    agent_version_id: row.agent_version_id,
    mapping: row.mapping,
    condition: row.condition,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    url,
    verify: row.verify && { ...row.verify, secret: row.secret_sealed === null ? null : MASK },
    id_header: row.id_header,
    source_agent_id: row.source_agent_id,
    statuses: row.statuses,
    connection_id: row.connection_id,
    prefix: row.prefix,
    last_run: lastRun === undefined ? null : runAnswer(lastRun),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const showsAddress = ({ role }: Caller): boolean => hasRole(role, 'member');

export const runAnswer = (row: RunRow): Static<typeof TriggerRun> => ({
  id: row.id,
  at: row.at.toISOString(),
  delivery_id: row.delivery_id,
  source_job_id: row.source_job_id,
  hops: row.hops,
  job_id: row.outcome === 'started' ? row.job_id : null,
  case_alert_id: row.case_alert_id,
  outcome: row.outcome === 'starting' ? 'waiting' : row.outcome,
  reason: row.reason,
});
