import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { billLateStep } from './bill-late.ts';
import type { Budget, InOrder } from './budget.ts';
import { insertStep, type NewStep } from './record-step.ts';

type RecorderOptions = { db: Db; job: ClaimedJob; budget: Budget; inOrder: InOrder; nextSeq(): number };

/** Writes steps one after the other, however long that takes: what is not on record is paid for again. */
export function createRecorder({ db, job, budget, inOrder, nextSeq }: RecorderOptions) {
  let sealed = false;
  const ended = Promise.withResolvers<void>();

  /** False: this attempt does not own the job any more. */
  function record(step: Omit<NewStep, 'seq'>): Promise<boolean> {
    return inOrder(() => {
      const numbered = { ...step, seq: nextSeq() };
      return persistently(async () => {
        if (sealed) await ended.promise;
        if (await insertStep(db, job, numbered)) {
          budget.keep({ ...numbered.usage, cost: numbered.cost });
          return true;
        }
        // The job may have been cancelled while a call was in progress; what that used is paid for all the same.
        if (isUsed(numbered)) await billLateStep(db, job, numbered);
        return false;
      });
    });
  }

  return {
    record,
    /**
     * Waits until what was used is on record, as the end of the job counts it. What comes later waits for that end, and
     * is billed after it: in an outage it would count twice, or not at all.
     */
    seal: (): Promise<void> =>
      inOrder(async () => {
        sealed = true;
      }),
    /** The end of the job is stored. */
    ended: (): void => ended.resolve(),
  };
}

/** Whether a step must be paid for. */
export const isUsed = ({ cost, usage }: Pick<NewStep, 'cost' | 'usage'>): boolean =>
  cost > 0 || usage.inputTokens !== undefined || usage.outputTokens !== undefined;
