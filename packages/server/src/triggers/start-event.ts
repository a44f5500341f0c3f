import { type Cause, causedBy, type Link } from '#orgs/actor.ts';
import { AppError } from '#platform/errors.ts';
import type { RunRow } from './runs-store.ts';
import type { TriggerRow } from './store.ts';

// Starts the job of an event. The jobs domain is above this one, so the composition root passes in how a run is
// started.

type Result = { outcome: 'started'; reason: null } | { outcome: 'skipped' | 'failed'; reason: string; error: AppError };

/** `behind`: the job that ended, and who caused it. Returns undefined if it cannot start now, but can be tried again. */
export type StartEvent = (trigger: TriggerRow, run: RunRow, behind?: Link[]) => Promise<Result | undefined>;

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
  (start: StartTriggered): StartEvent =>
  (trigger, run, behind = []) =>
    start({
      jobId: run.job_id!,
      orgId: trigger.org_id,
      userId: trigger.created_by,
      cause: causedBy('trigger', trigger, {
        address: run.address,
        event: run.delivery_id,
        ...(trigger.verify?.kind === 'none' && { open: true }),
        behind,
      }),
      agentId: trigger.agent_id,
      versionId: trigger.agent_version_id,
      origin: 'trigger',
      inputs: run.inputs!,
      skipCache: false,
    });

export function refusedByFeature(): Result {
  const error = new AppError('feature_disabled');
  return { outcome: 'skipped', reason: error.message, error };
}
