// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';

export interface OpenaiCalls {
  /**
   * Agents as models. Lists the agents in the shape of the OpenAI interface. The id of a model is the slug of the
   * agent.
   */
  models(options?: CallOptions): Promise<Record<string, unknown>>;
  /** An agent as a model. Takes the slug or the id of an agent. */
  model(model: string | number, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * Run an agent as a response. Takes `model`, `input`, `prompt`, `metadata`, `background`, `stream` and `store`.
   * The response is the job.
   */
  createResponse(body?: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  /** Retrieve a response. With `stream=true` or `starting_after` it sends the events after that number. */
  getResponse(
    response: string | number,
    query?: QueryOf<{
      /** Sends the response as events. */
      stream?: boolean;
      /** The last `sequence_number` that was received. */
      starting_after?: number;
    }>,
    options?: CallOptions,
  ): Promise<Record<string, unknown>>;
  /** Cancel a response. Cancels the job. A response that has ended stays as it is. */
  cancelResponse(response: string | number, options?: CallOptions): Promise<Record<string, unknown>>;
  /** Delete the data of a response. Deletes the inputs and outputs of the job. Its record stays. */
  deleteResponse(response: string | number, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * Run an agent as a chat completion. The last message of the user becomes the inputs. With `stream` it sends
   * chunks.
   */
  createChatCompletion(body?: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
}
