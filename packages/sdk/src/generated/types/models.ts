// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type ChainModel = {
  model: string;
  /** Default: outage, rate_limit, refusal, too_long. */
  when?: ('outage' | 'rate_limit' | 'refusal' | 'too_long' | 'budget' | 'untrusted')[];
};

export type ModelTry = {
  job_id: string;
};

export type ModelTryBody = {
  model: string;
};

export type OrganizationModels = {
  /** The model of agents that select none. Null: the default of the installation. */
  default_model: string | null;
  /** Models that stand in for the model of an agent that lists no `models` itself. */
  chain: ChainModel[];
  /** Whether the keys of the installation may be used. If false, only your own connections are. */
  allow_house_keys: boolean;
  /**
   * `allowed`: runs that ask for the batch lane get it. `preferred`: so do batches, SQL statements, evaluations,
   * rehearsals and runs of low priority.
   */
  batch_lane: 'off' | 'allowed' | 'preferred';
  /** Whether the operator lets organizations use the keys of the installation. */
  house_keys: boolean;
};

export type OrganizationModelsBody = {
  /** The model of agents that select none. Null: the default of the installation. */
  default_model: string | null;
  /** Models that stand in for the model of an agent that lists no `models` itself. */
  chain: ChainModel[];
  /** Whether the keys of the installation may be used. If false, only your own connections are. */
  allow_house_keys: boolean;
  /**
   * `allowed`: runs that ask for the batch lane get it. `preferred`: so do batches, SQL statements, evaluations,
   * rehearsals and runs of low priority.
   */
  batch_lane: 'off' | 'allowed' | 'preferred';
};

export type UsableModel = {
  id: string;
  description: string;
  provider: string;
  /**
   * Whose key pays: `house` (the installation), `organization` (a connection of yours). `local` and `built-in`
   * models cost nothing.
   */
  where: 'house' | 'organization' | 'local' | 'built-in';
  connection_id: string | null;
  region: string | null;
  /** USD per million tokens. Null: unknown, so calls are recorded with a cost of 0. */
  prices: {
    input: number;
    output: number;
    cached_input: number;
    batch_input: number | null;
    batch_output: number | null;
  } | null;
  capabilities: ('text' | 'image' | 'audio' | 'video')[];
  context_window: number;
  max_output_tokens: number;
  limits: {
    requests_per_minute: number | null;
    tokens_per_minute: number | null;
    concurrency: number | null;
  };
  /** `batch`: the provider takes jobs that can wait, at a lower price. */
  lanes: ('normal' | 'batch')[];
  /** Of the provider. `limited`: it has asked for a pause. `out`: it does not respond. */
  state: 'available' | 'limited' | 'out';
  /** When it is tried again. */
  state_until: string | null;
  is_default: boolean;
};

export type UsableModelPage = Page<UsableModel>;
