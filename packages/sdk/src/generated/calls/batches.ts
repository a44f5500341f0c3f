// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf, RunOptions } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Batch, BatchBody, BatchPage, BatchQuery } from '../types/batches.ts';
import type { BatchResultLine } from '../types/job-streams.ts';

export interface BatchesCalls {
  /**
   * Run an agent over a list of inputs. Like run-many, but as one object with progress, cost limit, results and
   * retry. Metadata of an item overrides metadata of the batch.
   */
  create(agentId: string, body: BatchBody, options?: RunOptions): Promise<Batch>;
  /**
   * List batches. Lists the batches of the organization with their progress and cost, newest first, in pages.
   */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<BatchPage>>;
  /**
   * Retrieve a batch. Returns the number of rows in each state, the cost so far, and an estimate of the end time.
   * With `wait` the response comes when the batch ends, or after that many seconds.
   */
  get(batchId: string, query?: QueryOf<BatchQuery>, options?: CallOptions): Promise<Batch>;
  /**
   * Results of a batch as JSON lines. Returns one line per row: index, job_id, status, outputs, error_message.
   * With `wait` the response comes when the batch ends, or after that many seconds with the results so far.
   */
  results(batchId: string, query?: QueryOf<BatchQuery>, options?: CallOptions): AsyncGenerator<BatchResultLine>;
  /**
   * Cancel a batch. Cancels waiting rows immediately and stops running rows. Finished rows stay unchanged.
   */
  cancel(batchId: string, options?: CallOptions): Promise<Batch>;
  /**
   * Run the failed rows of a batch again. Creates a new job in the same batch for every failed row. Other rows
   * stay unchanged.
   */
  retryFailed(batchId: string, options?: KeyedOptions): Promise<Batch>;
}
