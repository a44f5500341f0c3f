// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { PostActionDelivery } from '../types/jobs.ts';

export interface PostActionsCalls {
  /**
   * Post actions of a job. What the version asks to be done after the job, and how that went: in the order of the
   * version.
   */
  list(jobId: string, options?: CallOptions): Promise<PostActionDelivery[]>;
  /**
   * Carry out a post action again. Due at once, with all retries if it fails. It keeps its id, so the other side
   * gets the same `Idempotency-Key` or message id.
   */
  resend(jobId: string, postActionId: string, options?: CallOptions): Promise<PostActionDelivery>;
}
