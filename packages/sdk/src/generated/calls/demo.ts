// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { DemoRemoved, DemoWorkspace } from '../types/demo.ts';

export interface DemoCalls {
  /** Demo workspace. What the demo workspace of the organization has made, if there is one. */
  get(options?: CallOptions): Promise<DemoWorkspace>;
  /**
   * Create the demo workspace. Makes agents of several kinds with finished, failed and waiting jobs, a policy with
   * verdicts to review, and a table with a column that an agent fills. They use the built-in model and cost
   * nothing. 200 when there is one already.
   */
  create(options?: CallOptions): Promise<DemoWorkspace>;
  /**
   * Remove the demo workspace. Removes what it has made and nothing else: its agents with all of their jobs, its
   * policy unless other agents use it, and its table. Figures of the past keep counting the jobs.
   */
  remove(options?: CallOptions): Promise<DemoRemoved>;
}
