import { AppError } from '#platform/errors.ts';
import type { RunRow } from './runs-store.ts';
import type { TriggerRow } from './store.ts';

// Starts the job of an event. The jobs domain is above this one, so the composition root passes in how a run is
// started.

type Result = { outcome: 'started'; reason: null } | { outcome: 'skipped' | 'failed'; reason: string; error: AppError };

/** Returns undefined if it cannot start now, but can be tried again. */
export type StartEvent = (trigger: TriggerRow, run: RunRow) => Promise<Result | undefined>;

export type StartTriggered = (run: {
  jobId: string;
  orgId: string;
  userId: number | null;
  agentId: string;
  versionId: string | null;
  origin: 'trigger';
  inputs: Record<string, unknown>;
  skipCache: boolean;
}) => Promise<Result | undefined>;

export const createStartEvent =
  (start: StartTriggered): StartEvent =>
  (trigger, run) =>
    start({
      jobId: run.job_id!,
      orgId: trigger.org_id,
      userId: trigger.created_by,
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
