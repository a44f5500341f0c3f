import type { Engine, EngineContext, EngineResult, EngineRun } from '#engines/engine/engine.ts';
import { EngineFailure } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { isTrial } from '../record/model.ts';
import { findRerun } from '../record/reruns.ts';

// A trial measures a version in an evaluation or a rehearsal. This file lists how its jobs differ from others. The same
// options serve jobs that repeat another one with another model, or from one of its steps on.

export type Trial = {
  /** Replaces the model of the configuration. */
  model?: string | null;
  /** Replaces the engine's own work. */
  run?(engine: Engine, context: EngineContext, given: EngineRun<Record<string, unknown>>): Promise<EngineResult>;
  /** Whether it ignores the inputs and the configuration. */
  isDetached?: boolean;
  /** Earlier jobs of the same case, whose model calls are reused. */
  after?: string[];
  /** The job whose steps before `fromSeq` are taken over. */
  source?: { jobId: string; fromSeq: number };
};

/** Returns undefined if the trial has been deleted. */
export type FindTrial = (job: ClaimedJob) => Promise<Trial | undefined>;

export async function loadTrial(db: Db, find: FindTrial, job: ClaimedJob): Promise<Trial | undefined> {
  if (!isTrial(job.origin)) return job.retriedFrom === null ? undefined : loadRerun(db, job);
  if (job.origin === 'sample') return {};
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
