// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { BulkBody, BulkFileQuery, BulkItemPage, BulkItemQuery, BulkOperation, BulkPage } from '../types/bulk.ts';

export interface BulkCalls {
  /**
   * Plan an action on many jobs. Chooses the jobs and tells their number and cost; nothing is done before `start`.
   * retry, cancel, delete_data, export or add_to_set.
   */
  plan(body: BulkBody, options?: CallOptions): Promise<BulkOperation>;
  /** Actions on many jobs. Newest first. Those that ended are kept for 90 days. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<BulkPage>>;
  /** Progress of an action on many jobs. How many jobs are done, skipped, failed or still to come. */
  get(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Record of an action, job by job. What became of each job, with the reason and the new job. */
  items: PagedCall<
    (operationId: string, query?: QueryOf<BulkItemQuery>, options?: CallOptions) => Promise<BulkItemPage>
  >;
  /** Start a planned action. It goes on without anybody watching, and after a restart. */
  start(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Pause an action. What is done stays done; the rest waits for `resume`. */
  pause(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Resume a paused action. Goes on with the jobs that are left. */
  resume(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /** Stop an action. What is done stays done; the rest is left alone. */
  cancel(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /**
   * Take an action back. Starts the opposite action: new jobs of a retry are cancelled, cancelled jobs run again,
   * added cases leave their set. Deleted data is gone.
   */
  undo(operationId: string, options?: CallOptions): Promise<BulkOperation>;
  /**
   * The jobs of an action as a file. Every job of the action with status, agent, times, cost, inputs, outputs and
   * metadata, as CSV or as Parquet with types.
   */
  file(operationId: string, query?: QueryOf<BulkFileQuery>, options?: CallOptions): Promise<Blob>;
}
