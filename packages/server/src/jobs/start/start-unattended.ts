import type { Cause } from '#orgs/actor.ts';
import { AppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { isTransient } from '#platform/persist.ts';
import { type Origin, priority } from '../record/model.ts';
import { emptyRequest } from './run-request.ts';
import type { Starter } from './start-job.ts';

// Starts runs of schedules, triggers and playbooks. No caller waits for them, so the outcome is recorded.

export type UnattendedRun = {
  /** Chosen and stored beforehand, so that a second start creates no second job. */
  jobId: string;
  orgId: string;
  /** The user on whose behalf the run starts. */
  userId: number | null;
  /** What started it, and everybody behind that. */
  cause: Cause;
  agentId: string;
  versionId: string | null;
  origin: Extract<Origin, 'schedule' | 'trigger' | 'playbook' | 'rehearsal'>;
  inputs: Record<string, unknown>;
  metadata?: Record<string, unknown> | null;
  maxCost?: number | null;
  skipCache: boolean;
};

export type UnattendedResult =
  | { outcome: 'started'; reason: null }
  | { outcome: 'skipped' | 'failed'; reason: string; error: AppError };

/** Returns undefined if the run cannot start now, for example during an outage, and can be tried again. */
export type StartUnattended = (run: UnattendedRun) => Promise<UnattendedResult | undefined>;

export const createUnattendedStart =
  (starter: Starter, log: Logger): StartUnattended =>
  async (run) => {
    const { orgId, metadata = null, maxCost = null } = run;
    const request = {
      ...emptyRequest,
      nested: run.inputs,
      metadata: metadata === null ? null : JSON.stringify(metadata),
      maxCost: maxCost ?? undefined,
    };
    try {
      await starter.startOne(request, {
        caller: { orgId, userId: run.userId, keyId: null, role: 'member', via: 'service' },
        causes: [run.cause],
        target: { agentId: run.agentId, versionId: run.versionId ?? undefined },
        origin: run.origin,
        priority: priority.normal,
        skipCache: run.skipCache,
        jobIds: [run.jobId],
      });
      return { outcome: 'started', reason: null };
    } catch (error) {
      if (isTransient(error) || (error instanceof AppError && error.code === 'unavailable')) return undefined;
      if (!(error instanceof AppError))
        log.error({ err: error, event: `${run.origin}.failed`, job: run.jobId }, 'run could not be started');
      return refused(error instanceof AppError ? error : new AppError('internal', { cause: error }));
    }
  };

const REASON_CHARACTERS_MAX = 2_000;

export function refused(error: AppError): UnattendedResult {
  const isSkipped = error.code === 'organization_paused' || error.code === 'feature_disabled';
  const reason = (error.options.messages?.join(' ') ?? error.message).slice(0, REASON_CHARACTERS_MAX);
  return { outcome: isSkipped ? 'skipped' : 'failed', reason, error };
}
