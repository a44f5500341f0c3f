// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, RunOptions } from '../../transport/options.ts';
import type { OutputItem, RunBody, RunEstimate, RunManyBody } from '../types/jobs.ts';

export interface RunsCalls {
  /**
   * Run an agent and wait for the outputs. Responds when the job is final. For a failed job the response is 400
   * with its error. The header X-Agent-Job-Id has the job id. With `Accept: text/event-stream` the response is the
   * events of the job, and `end` has the outputs.
   */
  run(agentId: string, body?: RunBody, options?: RunOptions): Promise<OutputItem[]>;
  /** Run an agent in the background. Returns the id of the new job as soon as the job is stored. */
  start(agentId: string, body?: RunBody, options?: RunOptions): Promise<string>;
  /**
   * Run one version of an agent and wait for the outputs. Responds when the job is final. For a failed job the
   * response is 400 with its error. The header X-Agent-Job-Id has the job id. With `Accept: text/event-stream` the
   * response is the events of the job, and `end` has the outputs.
   */
  runVersion(agentId: string, agentVersionId: string, body?: RunBody, options?: RunOptions): Promise<OutputItem[]>;
  /**
   * Run one version of an agent in the background. Returns the id of the new job as soon as the job is stored.
   */
  startVersion(agentId: string, agentVersionId: string, body?: RunBody, options?: RunOptions): Promise<string>;
  /**
   * Estimate the cost of a run. Returns what recent jobs of the agent cost on average, in the normal lane and in
   * the batch lane of its provider. The body is that of a run, but the average does not depend on it. Starts
   * nothing.
   */
  estimate(agentId: string, body?: RunBody, options?: CallOptions): Promise<RunEstimate>;
  /**
   * Run an agent many times in the background. Checks all items before creating any job. Metadata is ignored here;
   * use a batch to store metadata.
   */
  startMany(agentId: string, body: RunManyBody, options?: RunOptions): Promise<string[]>;
}
