import type { StepUsage } from '#engines/engine/engine.ts';
import type { Database, Db } from '#platform/db.ts';
import { billLateAnswer } from './bill-late.ts';

export type LateAnswer = { jobId: string; callId: string; askedAt: Date; usage: StepUsage; cost: number };

/** After all steps of the job: answers that come late have no place among them. */
const SEQ = 1_000_000;

/** Adds an answer that its job did not wait for to the job's steps and cost, once. */
export const billLate = (
  database: Database,
  { jobId, callId, askedAt, usage, cost }: LateAnswer,
  alongside: (tx: Db) => Promise<boolean>,
): Promise<void> =>
  database.queue.tx(async (tx) => {
    if (!(await alongside(tx))) return;
    const billed = await billLateAnswer(tx, jobId, {
      key: `late:${callId}`,
      seq: SEQ,
      kind: 'model',
      name: 'answer of the batch that came too late',
      usage,
      cost,
      startedAt: askedAt.getTime(),
      durationMs: Date.now() - askedAt.getTime(),
      error: null,
      result: 'null',
    });
    // Then nothing is removed either, and the next look bills it.
    if (!billed) throw new Error(`Job ${jobId} has not ended, so its late answer is not billed yet.`);
  });
