// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { JobViewBody, JobViewFilter } from '../types/job-lists.ts';

export interface JobViewsCalls {
  /** List saved views. Lists your own views and shared views, by name. */
  list(options?: CallOptions): Promise<JobViewFilter[]>;
  /** Save a view of jobs. Saves filters and columns under a name. Replaces your view with the same name. */
  create(body: JobViewBody, options?: KeyedOptions): Promise<JobViewFilter>;
  /** Delete a saved view. You can delete your own views. Admins can also delete shared views of others. */
  delete(viewId: string, options?: CallOptions): Promise<void>;
}
