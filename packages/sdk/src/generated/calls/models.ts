// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  ModelTry,
  ModelTryBody,
  OrganizationModels,
  OrganizationModelsBody,
  UsableModelPage,
} from '../types/models.ts';

export interface ModelsCalls {
  /**
   * List models that you can use. Lists the models of your own connections and of the installation: whose key
   * pays, prices, limits, lanes and whether the provider responds.
   */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<UsableModelPage>>;
  /**
   * Try a model with one call. Starts a job that asks the model one short question, and no other model in its
   * place. Its steps say what came back, how long it took and what it cost.
   */
  tryOut(body: ModelTryBody, options?: KeyedOptions): Promise<ModelTry>;
  /**
   * Retrieve model settings. Returns the default model, its substitutes, whose keys are used and the lane.
   */
  settings(organizationId: string, options?: CallOptions): Promise<OrganizationModels>;
  /**
   * Change model settings. Replaces all settings. They hold for jobs that start a model call from then on.
   */
  setSettings(organizationId: string, body: OrganizationModelsBody, options?: CallOptions): Promise<OrganizationModels>;
}
