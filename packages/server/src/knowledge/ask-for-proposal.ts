import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { type BaseRow, type DraftRow, failDraft } from './store.ts';

// A proposal is a job of a built-in agent. Its draft has the id of the job before the job exists. A job that is killed
// goes on from its last step, and a model that has answered is not paid again.

export type ProposalDeps = {
  log: Logger;
  startJob(caller: Caller, jobId: string, inputs: Record<string, string>): Promise<void>;
  /** Returns the state of a job. One that does not exist has failed if it should have started by now. */
  findJobState(orgId: string, jobId: string | null, since: Date): Promise<{ status: string; error: string }>;
};

/** Starts the job that a draft waits for. The draft tells if it could not be started. */
export async function startProposal(
  db: Db,
  { startJob, log }: ProposalDeps,
  caller: Caller,
  base: BaseRow,
  { job_id: jobId, feedback, refs }: DraftRow,
): Promise<void> {
  const inputs = {
    company: base.company,
    product_name: base.product_name ?? '',
    brief: base.brief,
    feedback: feedback ?? '',
    selected: refs.length === 0 ? '' : JSON.stringify(refs),
  };
  try {
    await startJob(caller, jobId!, inputs);
  } catch (error) {
    log.warn({ err: error, event: 'knowledge.failed', base: base.id }, 'cannot start the job of a proposal');
    const isTold = error instanceof AppError && error.code !== 'internal';
    await failDraft(db, base.org_id, jobId!, isTold ? error.message : 'The proposal could not be made. Ask again.');
  }
}

/** Ends a draft whose job has ended without a proposal. */
export async function settleDraft(db: Db, deps: ProposalDeps, draft: DraftRow): Promise<DraftRow> {
  const { status, org_id: orgId, job_id: jobId } = draft;
  if (status !== 'generating') return draft;
  const state = await deps.findJobState(orgId, jobId, draft.updated_at ?? draft.created_at);
  if (state.status !== 'failed') return draft;
  const isNow = await failDraft(db, orgId, jobId, state.error);
  return isNow ? { ...draft, status: 'error', error: state.error } : draft;
}
