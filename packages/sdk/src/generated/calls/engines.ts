// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { EngineCallback, EngineCallbackAnswer, EngineTypeList, ModelList, ModelsQuery } from '../types/engines.ts';

export interface EnginesCalls {
  /**
   * List engines. Lists the engines with their inputs, configuration schema and default configuration, and whether
   * a running worker has everything they need.
   */
  list(options?: CallOptions): Promise<EngineTypeList>;
  /**
   * List models. Lists the models whose provider is configured on a running worker, and the built-in baseline
   * model.
   */
  models(query?: QueryOf<ModelsQuery>, options?: CallOptions): Promise<ModelList>;
  /**
   * Answer as a remote agent. A remote agent (HttpEngine) that accepted its job with 202 sends its answer here.
   * The signature of the body with the secret of the agent authenticates it (webhook-id, webhook-timestamp and
   * webhook-signature as in Standard Webhooks, with the id of the request). Only the first answer counts.
   */
  callback(body: EngineCallback, options?: CallOptions): Promise<EngineCallbackAnswer>;
}
