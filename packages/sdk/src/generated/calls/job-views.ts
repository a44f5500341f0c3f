// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { JobViewBody, JobViewFilter } from '../types/job-lists.ts';

export interface JobViewsCalls {
  /** Saved views of jobs. Your own and those that others share, by name. */
  list(options?: CallOptions): Promise<JobViewFilter[]>;
  /**
   * Save a view of jobs. Filters and columns under a name. A view of yours with the same name is replaced.
   */
  create(body: JobViewBody, options?: CallOptions): Promise<JobViewFilter>;
  /** Delete a saved view. Your own; an admin also deletes those that others share. */
  delete(viewId: string, options?: CallOptions): Promise<void>;
}
