import { type Cause, causedBy, type Link } from '#orgs/actor.ts';
import { AppError } from '#platform/errors.ts';
import type { AlertDoor, AlertEvent } from './alert-door.ts';
import type { RunRow } from './runs-store.ts';
import type { ListeningTrigger, TriggerRow } from './store.ts';

// Starts the job of an event, or sends its alert. The jobs domain is above this one, so the composition root passes in how a run is
// started.

/** `alertId`: of the alert that was sent instead of starting a job. */
type Result =
  | { outcome: 'started'; reason: null; alertId?: string }
  | { outcome: 'skipped' | 'failed'; reason: string; error: AppError };

/** `behind`: the job that ended, and who caused it. Returns undefined if it cannot start now, but can be tried again. */
export type StartEvent = (trigger: ListeningTrigger, run: RunRow, behind?: Link[]) => Promise<Result | undefined>;

export type StartTriggered = (run: {
  jobId: string;
  orgId: string;
  userId: number | null;
  cause: Cause;
  agentId: string;
  versionId: string | null;
  origin: 'trigger';
  inputs: Record<string, unknown>;
  skipCache: boolean;
}) => Promise<Result | undefined>;

export const createStartEvent =
  (start: StartTriggered, alertDoor: Pick<AlertDoor, 'send'>): StartEvent =>
  async (trigger, run, behind = []) => {
    const cause = causedBy('trigger', trigger, {
      address: run.address,
      event: run.delivery_id,
      ...(trigger.verify?.kind === 'none' && { open: true }),
      behind,
    });
    if (trigger.agent_id === null) return alertDoor.send(eventOf(trigger, run), run.inputs!, cause);
    if (!trigger.agents_enabled) return refusedByFeature();
    return start({
      jobId: run.job_id!,
      orgId: trigger.org_id,
      userId: trigger.created_by,
      cause,
      agentId: trigger.agent_id,
      versionId: trigger.agent_version_id,
      origin: 'trigger',
      inputs: run.inputs!,
      skipCache: false,
    });
  };

/** Of a trigger that sends alerts. */
export const eventOf = (
  { org_id: orgId, case_queue_id: queueId, name }: TriggerRow,
  { id, at }: Pick<RunRow, 'id' | 'at'>,
): AlertEvent => ({ orgId, queueId: queueId!, triggerName: name, id, at });

function refusedByFeature(): Result {
  const error = new AppError('feature_disabled');
  return { outcome: 'skipped', reason: error.message, error };
}
