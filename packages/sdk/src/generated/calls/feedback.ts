// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { ReviewedCaseLine } from '../types/job-streams.ts';
import type { Feedback, FeedbackBody, FeedbackExportQuery } from '../types/reviews.ts';

export interface FeedbackCalls {
  /**
   * Review of a job. The review of the output. 404 while there is none; lists of jobs show it as `pending` then.
   */
  get(jobId: string, options?: CallOptions): Promise<Feedback>;
  /**
   * Review a job. Says whether the output of a finished job is right, and else what the verdict or single values
   * should have been. A later review replaces an earlier one. Decides the open review task of the job, if there is
   * one; 409 while another person has it reserved.
   */
  give(jobId: string, body: FeedbackBody, options?: CallOptions): Promise<Feedback>;
  /**
   * Review of a job. The review of the output. 404 while there is none; lists of jobs show it as `pending` then.
   */
  getOfAgent(agentId: string, jobId: string, options?: CallOptions): Promise<Feedback>;
  /**
   * Review a job. Says whether the output of a finished job is right, and else what the verdict or single values
   * should have been. A later review replaces an earlier one. Decides the open review task of the job, if there is
   * one; 409 while another person has it reserved.
   */
  giveOfAgent(agentId: string, jobId: string, body: FeedbackBody, options?: CallOptions): Promise<Feedback>;
  /**
   * Reviewed cases of an agent as JSON lines. One line per job, oldest first: inputs, outputs, verdict,
   * corrected_verdict, corrected_outputs and comment. Jobs whose data was deleted are left out.
   */
  export(
    agentId: string,
    query?: QueryOf<FeedbackExportQuery>,
    options?: CallOptions,
  ): AsyncGenerator<ReviewedCaseLine>;
}
