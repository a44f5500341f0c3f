import { holdMissing } from '#credits/settlement.ts';
import { EngineFailure } from '#engines/engine/engine.ts';
import type { ExpectedCost } from '#engines/engine/step-context.ts';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob, Fence } from '../queue/claim.ts';
import { roundCost } from '../record/model.ts';
import { isRowOf } from '../record/queue-row.ts';
import { isBatchSpent } from './batch-budget.ts';

// Tracks what a running job has used and decides whether it may use more: by its own cost limit, that of its batch, and
// the credits held for it.

export type Totals = {
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number;
  /** The part of the cost that the organization paid itself, with its own keys. */
  ownCost: number;
};

type Used = {
  inputTokens?: number | null | undefined;
  outputTokens?: number | null | undefined;
  cost: number;
  /** Paid with a key of the organization, so without credits. */
  isOwn?: boolean;
};

/** Runs pieces of work one after the other. */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>;

export type Budget = ReturnType<typeof createBudget>;

export function createBudget(db: Db, job: ClaimedJob, inOrder: InOrder) {
  let { hold } = job;
  let spent = 0;
  /** The part of it that credits pay. */
  let charged = 0;
  /** What calls in progress will probably cost, and the part of it that credits will pay. */
  let [expected, expectedCharge] = [0, 0];
  const kept: Totals = { inputTokens: null, outputTokens: null, cost: 0, ownCost: 0 };

  /** Extends the hold to what credits have to pay, with what is ahead. Returns false if the organization does not have enough credits left. */
  async function holdMore(ahead = 0): Promise<boolean> {
    if (!job.limited || charged + ahead <= hold) return true;
    return inOrder(async () => {
      const needed = roundCost(charged + ahead);
      if (needed <= hold) return true;
      if (!(await persistently(() => extendHold(db, job, needed)))) return false;
      hold = needed;
      return true;
    });
  }

  return {
    holdMore: () => holdMore(),
    /** What the job may still spend by its own cost limit. Undefined if it has none. */
    left: (): number | undefined => (job.maxCost === null ? undefined : Math.max(0, job.maxCost - spent - expected)),
    /** The usage that is recorded. */
    totals: (): Totals => ({ ...kept }),

    /** Counts usage as spent, even if it is not recorded yet. */
    count(used: Used): void {
      spent = roundCost(spent + used.cost);
      if (!used.isOwn) charged = roundCost(charged + used.cost);
    },

    /** Adds recorded usage to the totals. */
    keep(used: Used): void {
      if (typeof used.inputTokens === 'number') kept.inputTokens = (kept.inputTokens ?? 0) + used.inputTokens;
      if (typeof used.outputTokens === 'number') kept.outputTokens = (kept.outputTokens ?? 0) + used.outputTokens;
      kept.cost = roundCost(kept.cost + used.cost);
      if (used.isOwn) kept.ownCost = roundCost(kept.ownCost + used.cost);
    },

    /**
     * Throws before a call that may cost more than a limit has left. The first call of a job is made as long as something
     * is left: what it costs is known only then. The cost counts until the returned function is called.
     */
    async admit({ cost, isOwn }: ExpectedCost): Promise<() => void> {
      const charge = isOwn ? 0 : cost;
      const isFirst = spent === 0 && expected === 0;
      if (!isFirst && job.maxCost !== null && roundCost(spent + expected + cost) > job.maxCost)
        throw reachedLimit(job.maxCost);
      // Counted before the others are asked, so that calls at the same time see each other.
      expected += cost;
      expectedCharge += charge;
      const release = (): void => {
        expected -= cost;
        expectedCharge -= charge;
      };
      if (isFirst) return release;
      try {
        if (job.batchCapped && (await isBatchSpent(db, job.batchId!, cost))) throw reachedBatchLimit();
        if (charge > 0 && !(await holdMore(expectedCharge))) throw usedUp();
        return release;
      } catch (error) {
        release();
        throw error;
      }
    },

    /** Throws before a step if a cost limit is reached, or neither the hold nor the organization has credits left. */
    async check(): Promise<void> {
      if (job.maxCost !== null && spent >= job.maxCost) throw reachedLimit(job.maxCost);
      if (job.batchCapped && (await isBatchSpent(db, job.batchId!))) throw reachedBatchLimit();
      if (!job.limited || charged < hold) return;
      if (!(await holdMore()) || !(await persistently(() => hasCredits(db, job.orgId)))) throw usedUp();
    },
  };
}

const reachedLimit = (maxCost: number): EngineFailure =>
  new EngineFailure(`The job stopped at its cost limit of ${maxCost} USD.`, { code: 'errand.jobs.cost_limit' });

const reachedBatchLimit = (): EngineFailure =>
  new EngineFailure('The job stopped because the cost limit of its batch is reached.', {
    code: 'errand.batches.cost_limit',
  });

const usedUp = (): EngineFailure =>
  new EngineFailure('The job stopped because the credits of the organization are used up.', {
    code: 'errand.credits.used_up',
  });

/** Raises the hold of a job that costs more than estimated. Returns false if the organization has too few credits. */
async function extendHold(db: Db, fence: Fence, needed: number): Promise<boolean> {
  const changed = await db.run(
    `with owner as materialized (
        select job_id, org_id, greatest(0, $3::numeric - hold) as missing from job_queue
        where job_id = $1 and claim = $2 for update
      ),
${holdMissing('owner')}
      update job_queue q set hold = q.hold + owner.missing from owner, account where ${isRowOf('owner.job_id')}`,
    [fence.jobId, fence.claim, needed],
  );
  return changed > 0;
}

/** Whether there are credits that no job holds. An account without a limit always has some. */
async function hasCredits(db: Db, orgId: string): Promise<boolean> {
  const rows = await db.query<{ available: boolean }>(
    'select not limited or balance - held > 0 as available from credit_accounts where org_id = $1',
    [orgId],
  );
  return rows[0]?.available ?? true;
}
