// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { BulkBody, BulkFileQuery, BulkItemPage, BulkItemQuery, BulkOperation, BulkPage } from '../types/bulk.ts';

export interface BulkCalls {
  /**
   * Plan an action on many jobs. Selects the jobs and returns their number and cost. Nothing happens until
   * `start`. Actions: retry, cancel, delete_data, export or add_to_set.
   */
  plan(body: BulkBody, options?: KeyedOptions): Promise<BulkOperation>;
  /** List actions on many jobs. Newest first. Finished actions are kept for 90 days. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<BulkPage>>;
  /**
   * Progress of an action on many jobs. Returns the number of jobs that are done, skipped, failed or pending.
   */
  get(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Record of an action, job by job. Lists the outcome of each job, with the reason and the new job. */
  items: PagedCall<
    (operationId: string, query?: QueryOf<BulkItemQuery>, options?: CallOptions) => Promise<BulkItemPage>
  >;
  /** Start a planned action. The action runs in the background and continues after a restart. */
  start(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Pause an action. Completed work stays. The rest waits for `resume`. */
  pause(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Resume a paused action. Continues with the remaining jobs. */
  resume(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Stop an action. Completed work stays. The remaining jobs are not changed. */
  cancel(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /**
   * Undo an action. Starts the opposite action: it cancels the new jobs of a retry, runs cancelled jobs again, or
   * removes added cases from their set. Deleted data cannot be restored.
   */
  undo(operationId: string, options?: KeyedOptions): Promise<BulkOperation>;
  /**
   * Download the jobs of an action. Returns every job of the action with status, agent, times, cost, inputs,
   * outputs and metadata, as CSV or typed Parquet.
   */
  file(operationId: string, query?: QueryOf<BulkFileQuery>, options?: CallOptions): Promise<Blob>;
}
