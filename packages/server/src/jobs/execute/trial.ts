import type { Engine, EngineContext, EngineResult, EngineRun } from '#engines/engine/engine.ts';
import { EngineFailure } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { isTrial } from '../record/model.ts';
import { findRerun } from '../record/reruns.ts';

// A trial measures a version: an evaluation, or a rehearsal. Its jobs are run as all others, but for what is said here.
// So are jobs that run another one again with another model, or from one of its steps on.

export type Trial = {
  /** Instead of the one in the configuration. */
  model?: string | null;
  /** Instead of the engine's own work. */
  run?(engine: Engine, context: EngineContext, given: EngineRun<Record<string, unknown>>): Promise<EngineResult>;
  /** It has no use for the inputs and the configuration. */
  isDetached?: boolean;
  /** Earlier jobs of the same case: what they asked and paid for is not asked again. */
  after?: string[];
  /** What this job recorded before a step is taken over. */
  source?: { jobId: string; fromSeq: number };
};

/** Undefined: it has been deleted. */
export type FindTrial = (job: ClaimedJob) => Promise<Trial | undefined>;

export async function loadTrial(db: Db, find: FindTrial, job: ClaimedJob): Promise<Trial | undefined> {
  if (!isTrial(job.origin)) return job.retriedFrom === null ? undefined : loadRerun(db, job);
  const trial = await persistently(() => find(job));
  if (trial === undefined)
    throw new EngineFailure('The evaluation or rehearsal of this job was deleted.', { code: 'errand.trials.gone' });
  return trial;
}

async function loadRerun(db: Db, job: ClaimedJob): Promise<Trial | undefined> {
  const rerun = await persistently(() => findRerun(db, job.jobId));
  if (rerun === undefined) return undefined;
  const { model, fromSeq, sourceJobId: jobId } = rerun;
  return { model, ...(fromSeq !== null && { source: { jobId, fromSeq } }) };
}
