import type { Db } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { StepUsage } from '../engine/engine.ts';
import { priceOf } from '../models/catalog.ts';
import type { LoadOrgModels } from '../models/org-models.ts';
import type { CallOptions } from '../models/provider-models.ts';
import { keyOf } from '../models/settings.ts';
import { findTarget } from './carry-batch.ts';
import { deleteCall, type LateAnswer, listLateAnswers } from './store.ts';
import { createWireCalls } from './wire-call.ts';

// What providers answered for jobs that had gone on without them. Nobody uses it, but it is paid, so the job gets a step.

/** `alongside` returns false if somebody else has billed it. */
export type LateDeps = {
  system: Db;
  log: Logger;
  loadModels: LoadOrgModels;
  bill(
    answer: { jobId: string; callId: string; askedAt: Date; usage: StepUsage; cost: number },
    alongside: (tx: Db) => Promise<boolean>,
  ): Promise<void>;
};

/** Reading an answer needs no question. */
const NO_QUESTION: CallOptions = { prompt: [{ role: 'user', content: [{ type: 'text', text: '' }] }] };

export function createLateBilling({ system, log, loadModels, bill }: LateDeps): () => Promise<void> {
  const wire = createWireCalls();

  async function billOne(late: LateAnswer): Promise<void> {
    const { id: callId, job_id: jobId, model, answer, created_at: askedAt } = late;
    const alongside = async (tx: Db): Promise<boolean> => (await deleteCall(tx, callId)) > 0;
    const target = await findTarget(loadModels, late);
    const read = target && (await wire.read(target.provider, model, NO_QUESTION, answer).catch(() => undefined));
    if (target === undefined || read === undefined) {
      log.warn(
        { event: 'batch-lane.unbilled', job: jobId, provider: late.provider },
        'an answer of a batch came too late and cannot be read, so its cost is unknown',
      );
      await deleteCall(system, callId);
      return;
    }
    const { provider, entry } = target;
    await bill(
      {
        jobId,
        callId,
        askedAt,
        cost: priceOf(entry, read.use, 'batch') ?? 0,
        usage: {
          model: entry?.id ?? model,
          route: { provider: provider.id, key: keyOf(provider), lane: 'batch', reason: 'late' },
          inputTokens: read.use.input,
          outputTokens: read.use.output,
          cachedInputTokens: read.use.cachedInput,
        },
      },
      alongside,
    );
  }

  return async () => {
    for (const late of await listLateAnswers(system)) await billOne(late);
  };
}
