// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { RunOptions } from '../../transport/options.ts';
import type { OutputItem, RunBody, RunManyBody } from '../types/jobs.ts';

export interface RunsCalls {
  /**
   * Run an agent and wait for the outputs. Responds when the job is final. A failed job is a 400 with its error.
   * The header X-Agent-Job-Id names the job.
   */
  run(agentId: string, body?: RunBody, options?: RunOptions): Promise<OutputItem[]>;
  /** Run an agent in the background. Returns the id of the new job as soon as it is durably accepted. */
  start(agentId: string, body?: RunBody, options?: RunOptions): Promise<string>;
  /**
   * Run one version of an agent and wait for the outputs. Responds when the job is final. A failed job is a 400
   * with its error. The header X-Agent-Job-Id names the job.
   */
  runVersion(agentId: string, agentVersionId: string, body?: RunBody, options?: RunOptions): Promise<OutputItem[]>;
  /**
   * Run one version of an agent in the background. Returns the id of the new job as soon as it is durably
   * accepted.
   */
  startVersion(agentId: string, agentVersionId: string, body?: RunBody, options?: RunOptions): Promise<string>;
  /**
   * Run an agent many times in the background. All items are checked before any job is created. Metadata is
   * ignored here; batches keep it.
   */
  startMany(agentId: string, body: RunManyBody, options?: RunOptions): Promise<string[]>;
}
