// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { PostActionDelivery } from '../types/jobs.ts';

export interface PostActionsCalls {
  /**
   * List post actions of a job. Lists the post actions of the job and their outcome, in the order of the version.
   */
  list(jobId: string, options?: CallOptions): Promise<PostActionDelivery[]>;
  /**
   * Run a post action again. Runs it immediately, with all retries if it fails. It keeps its id, so the other
   * system gets the same `Idempotency-Key` or message id.
   */
  resend(jobId: string, postActionId: string, options?: CallOptions): Promise<PostActionDelivery>;
}
