import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { billLateStep } from './bill-late.ts';
import type { Budget, InOrder } from './budget.ts';
import { insertStep, type NewStep } from './record-step.ts';

type RecorderOptions = { db: Db; job: ClaimedJob; budget: Budget; inOrder: InOrder; nextSeq(): number };

/** Records steps in order and retries as long as it takes, because an unrecorded step would be paid for again. */
export function createRecorder({ db, job, budget, inOrder, nextSeq }: RecorderOptions) {
  let sealed = false;
  const ended = Promise.withResolvers<void>();

  /** Returns false if this attempt no longer owns the job. */
  function record(step: Omit<NewStep, 'seq'>): Promise<boolean> {
    return inOrder(() => {
      const numbered = { ...step, seq: nextSeq() };
      return persistently(async () => {
        if (sealed) await ended.promise;
        if (await insertStep(db, job, numbered)) {
          const { usage, cost } = numbered;
          budget.keep({ ...usage, cost, isOwn: usage.route?.key === 'organization' });
          return true;
        }
        // The job may have been cancelled during a call. What the call used is still charged.
        if (isUsed(numbered)) await billLateStep(db, job, numbered);
        return false;
      });
    });
  }

  return {
    record,
    /**
     * Waits until everything used so far is recorded, because the end of the job counts it. Later steps wait for that
     * end and are billed after it; otherwise an outage could count them twice or not at all.
     */
    seal: (): Promise<void> =>
      inOrder(async () => {
        sealed = true;
      }),
    /** To be called when the end of the job is stored. */
    ended: (): void => ended.resolve(),
  };
}

/** Whether a step must be paid for. */
export const isUsed = ({ cost, usage }: Pick<NewStep, 'cost' | 'usage'>): boolean =>
  cost > 0 || usage.inputTokens !== undefined || usage.outputTokens !== undefined;
