// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf, RunOptions } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Batch, BatchBody, BatchPage, BatchQuery } from '../types/batches.ts';
import type { BatchResultLine } from '../types/job-streams.ts';

export interface BatchesCalls {
  /**
   * Run an agent over a list of inputs. Like run-many, as one object with progress, cost limit, results and retry.
   * Item metadata is laid over the batch’s.
   */
  create(agentId: string, body: BatchBody, options?: RunOptions): Promise<Batch>;
  /**
   * Batches of the organization, newest first. Every batch with its progress and cost, one page at a time.
   */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<BatchPage>>;
  /**
   * One batch with its progress. The number of rows in each state, their cost so far, and an estimate of when the
   * rest will be done. `wait` responds when the batch has ended, or after that many seconds.
   */
  get(batchId: string, query?: QueryOf<BatchQuery>, options?: CallOptions): Promise<Batch>;
  /**
   * Results of a batch as JSON lines. One line per row: index, job_id, status, outputs, error_message. `wait`
   * responds when the batch has ended, or after that many seconds with what there is.
   */
  results(batchId: string, query?: QueryOf<BatchQuery>, options?: CallOptions): AsyncGenerator<BatchResultLine>;
  /**
   * Cancel what is not final in a batch. Waiting rows are cancelled at once, running ones are stopped; finished
   * ones stay unchanged.
   */
  cancel(batchId: string, options?: CallOptions): Promise<Batch>;
  /**
   * Run the failed rows of a batch again. Creates a new job for every failed row, in the same batch; the other
   * rows stay unchanged.
   */
  retryFailed(batchId: string, options?: CallOptions): Promise<Batch>;
}
