// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { EngineCallback, EngineCallbackAnswer, EngineTypes, Models, ModelsQuery } from '../types/engines.ts';

export interface EnginesCalls {
  /**
   * List engines. The engines an agent can use, with their inputs, configuration schema and default configuration,
   * and whether a running worker has everything they need.
   */
  list(options?: CallOptions): Promise<EngineTypes>;
  /**
   * List models. The models whose provider a running worker has, and the built-in baseline model, which needs
   * none.
   */
  models(query?: QueryOf<ModelsQuery>, options?: CallOptions): Promise<Models>;
  /**
   * Answer as a remote agent. The answer of an agent of HttpEngine that accepted its job with 202. Authenticated
   * by the signature of the body with the secret of the agent (webhook-id, webhook-timestamp, webhook-signature as
   * in Standard Webhooks; the id is that of the request). The first answer counts.
   */
  callback(body: EngineCallback, options?: CallOptions): Promise<EngineCallbackAnswer>;
}
