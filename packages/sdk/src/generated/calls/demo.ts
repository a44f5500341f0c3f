// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { DemoRemoved, DemoWorkspace } from '../types/demo.ts';

export interface DemoCalls {
  /** Demo workspace. Returns what the demo workspace created, if there is one. */
  get(options?: CallOptions): Promise<DemoWorkspace>;
  /**
   * Create the demo workspace. Creates agents of several kinds with finished, failed and waiting jobs, a policy
   * with verdicts to review, and a table with a column that an agent fills. They use the built-in model and cost
   * nothing. 200 if the workspace already exists.
   */
  create(options?: KeyedOptions): Promise<DemoWorkspace>;
  /**
   * Remove the demo workspace. Removes only what the demo created: its agents with all their jobs, its policy
   * unless other agents use it, and its table. Past statistics still count the jobs.
   */
  remove(options?: CallOptions): Promise<DemoRemoved>;
}
