import { type Static, Type } from 'typebox';
import { modelCapabilities } from './engines.ts';
import { defineOperations } from './operation.ts';
import { Nullable, Page, PageQuery, Uuid } from './values.ts';

// The models that an organization can use, and what it prefers of them.

export const modelPlaces = ['house', 'organization', 'local', 'built-in'] as const;
export const modelStates = ['available', 'limited', 'out'] as const;
export const modelLanes = ['normal', 'batch'] as const;
export const chainConditions = ['outage', 'rate_limit', 'refusal', 'too_long', 'budget', 'untrusted'] as const;
export const batchLanes = ['off', 'allowed', 'preferred'] as const;

const price = Type.Number({ examples: [2] });

export const UsableModel = Type.Object({
  id: Type.String({ examples: ['baseline'] }),
  description: Type.String(),
  provider: Type.String({ examples: ['builtin'] }),
  where: Type.Enum([...modelPlaces], {
    description:
      'Whose key pays: `house` (the installation), `organization` (a connection of yours). `local` and `built-in` models cost nothing.',
  }),
  connection_id: Nullable(Uuid),
  region: Nullable(Type.String({ examples: ['eu'] })),
  prices: Type.Union(
    [
      Type.Object({
        input: price,
        output: price,
        cached_input: price,
        batch_input: Nullable(price),
        batch_output: Nullable(price),
      }),
      Type.Null(),
    ],
    { description: 'USD per million tokens. Null: unknown, so calls are recorded with a cost of 0.' },
  ),
  capabilities: Type.Array(Type.Enum([...modelCapabilities])),
  context_window: Type.Integer(),
  max_output_tokens: Type.Integer(),
  limits: Type.Object({
    requests_per_minute: Nullable(Type.Number()),
    tokens_per_minute: Nullable(Type.Number()),
    concurrency: Nullable(Type.Integer()),
  }),
  lanes: Type.Array(Type.Enum([...modelLanes]), {
    description: '`batch`: the provider takes jobs that can wait, at a lower price.',
  }),
  state: Type.Enum([...modelStates], {
    description: 'Of the provider. `limited`: it has asked for a pause. `out`: it does not respond.',
  }),
  state_until: Nullable(Type.String({ format: 'date-time', description: 'When it is tried again.' })),
  is_default: Type.Boolean(),
});
export type UsableModel = Static<typeof UsableModel>;
export const UsableModelPage = Page(UsableModel);

export const ChainModel = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 200, examples: ['claude-sonnet-4-6'] }),
    when: Type.Optional(
      Type.Array(Type.Enum([...chainConditions]), {
        minItems: 1,
        description: 'Default: outage, rate_limit, refusal, too_long.',
        examples: [['outage', 'refusal']],
      }),
    ),
  },
  { additionalProperties: false },
);

const preferences = {
  default_model: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The model of agents that select none. Null: the default of the installation.',
      examples: ['baseline'],
    }),
  ),
  chain: Type.Array(ChainModel, {
    maxItems: 5,
    description: 'Models that stand in for the model of an agent that lists no `models` itself.',
    examples: [[]],
  }),
  allow_house_keys: Type.Boolean({
    description: 'Whether the keys of the installation may be used. If false, only your own connections are.',
    examples: [true],
  }),
  batch_lane: Type.Enum([...batchLanes], {
    description:
      '`allowed`: runs that ask for the batch lane get it. `preferred`: so do batches, SQL statements, evaluations, rehearsals and runs of low priority.',
    examples: ['allowed'],
  }),
};

export const OrganizationModelsBody = Type.Object(preferences, { additionalProperties: false });
export type OrganizationModelsBody = Static<typeof OrganizationModelsBody>;
export const OrganizationModels = Type.Object({
  ...preferences,
  house_keys: Type.Boolean({
    description: 'Whether the operator lets organizations use the keys of the installation.',
  }),
});
export type OrganizationModels = Static<typeof OrganizationModels>;

export const ModelTryBody = Type.Object(
  { model: Type.String({ minLength: 1, maxLength: 200, examples: ['baseline'] }) },
  { additionalProperties: false },
);
export const ModelTry = Type.Object({ job_id: Uuid });

export const models = defineOperations('Models', {
  list: {
    at: 'GET /v1/models/',
    summary: 'List models that you can use',
    description:
      'Lists the models of your own connections and of the installation: whose key pays, prices, limits, lanes and whether the provider responds.',
    query: PageQuery,
    responses: { 200: UsableModelPage },
  },
  tryOut: {
    at: 'POST /v1/models/try/',
    creates: true,
    summary: 'Try a model with one call',
    description:
      'Starts a job that asks the model one short question, and no other model in its place. Its steps say what came back, how long it took and what it cost.',
    role: 'member',
    body: ModelTryBody,
    responses: { 202: ModelTry },
    errors: ['insufficient_credits'],
  },
  settings: {
    at: 'GET /v1/organizations/:organization_id/models/',
    summary: 'Retrieve model settings',
    description: 'Returns the default model, its substitutes, whose keys are used and the lane.',
    responses: { 200: OrganizationModels },
  },
  setSettings: {
    at: 'PUT /v1/organizations/:organization_id/models/',
    summary: 'Change model settings',
    description: 'Replaces all settings. They hold for jobs that start a model call from then on.',
    role: 'admin',
    body: OrganizationModelsBody,
    responses: { 200: OrganizationModels },
  },
});
