// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { ReviewedCaseLine } from '../types/job-streams.ts';
import type { Feedback, FeedbackBody, FeedbackExportQuery } from '../types/reviews.ts';

export interface FeedbackCalls {
  /**
   * Retrieve the review of a job. Returns the review of the output. 404 if there is none yet; job lists then show
   * `pending`.
   */
  get(jobId: string, options?: CallOptions): Promise<Feedback>;
  /**
   * Review a job. Records whether the output of a finished job is right. If not, state what the verdict or single
   * values should have been. A later review replaces an earlier one. An open review task of the job is decided
   * too; 409 while another person has reserved it.
   */
  give(jobId: string, body: FeedbackBody, options?: CallOptions): Promise<Feedback>;
  /**
   * Retrieve the review of a job. Returns the review of the output. 404 if there is none yet; job lists then show
   * `pending`.
   */
  getOfAgent(agentId: string, jobId: string, options?: CallOptions): Promise<Feedback>;
  /**
   * Review a job. Records whether the output of a finished job is right. If not, state what the verdict or single
   * values should have been. A later review replaces an earlier one. An open review task of the job is decided
   * too; 409 while another person has reserved it.
   */
  giveOfAgent(agentId: string, jobId: string, body: FeedbackBody, options?: CallOptions): Promise<Feedback>;
  /**
   * Reviewed cases of an agent as JSON lines. Returns one line per job, oldest first: inputs, outputs, verdict,
   * corrected_verdict, corrected_outputs and comment. Jobs with deleted data are omitted.
   */
  export(
    agentId: string,
    query?: QueryOf<FeedbackExportQuery>,
    options?: CallOptions,
  ): AsyncGenerator<ReviewedCaseLine>;
}
