import { type Static, Type } from 'typebox';
import { InputDefinition } from './agents.ts';
import { JsonObject, Nullable, Uuid } from './values.ts';
import { waitKinds } from './waits.ts';

// The engines and models of an installation.

export const EngineType = Type.Object({
  engine_class_id: Type.String({ examples: ['TemplateEngine'] }),
  engine_name: Type.String({ examples: ['Template'] }),
  description: Type.String(),
  input_schema: Type.Array(InputDefinition, { description: 'Inputs of an agent that does not define any.' }),
  config_schema: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'JSON schema of engine_config.' }),
  default_engine_config: JsonObject,
  fixed_inputs: Type.Boolean({ description: 'If true, an agent may define only the inputs listed here.' }),
  available: Type.Boolean({
    description: 'Whether a running worker has everything the engine needs. Agents can be created either way.',
  }),
  unavailable_reason: Nullable(Type.String({ description: 'What is missing. Jobs fail with this message.' })),
});

export const EngineTypeList = Type.Object({
  engine_types: Type.Array(Type.String(), { examples: [['TemplateEngine']] }),
  total_count: Type.Integer({ examples: [1] }),
  engines: Type.Array(EngineType),
});

export const modelCapabilities = ['text', 'image', 'audio', 'video'] as const;
export type ModelCapability = (typeof modelCapabilities)[number];

export const Model = Type.Object({
  id: Type.String({ examples: ['baseline'] }),
  description: Type.String(),
  providers: Type.Array(Type.String(), { examples: [['builtin']] }),
  capabilities: Type.Array(Type.Enum([...modelCapabilities])),
  context_window: Type.Integer({ description: 'Input and output tokens together.' }),
  max_output_tokens: Type.Integer(),
  supports_system_message: Type.Boolean(),
  supports_temperature: Type.Boolean(),
  supports_reasoning_effort: Type.Boolean(),
  supports_thinking: Type.Boolean(),
  supports_json_output: Type.Boolean(),
  supports_json_schema: Type.Boolean(),
  prices: Type.Union(
    [Type.Object({ input: Type.Number({ examples: [2] }), output: Type.Number({ examples: [8] }) }), Type.Null()],
    { description: 'USD per million tokens. Null: unknown, so calls are recorded with a cost of 0.' },
  ),
});
export type Model = Static<typeof Model>;

export const ModelList = Type.Object({
  models: Type.Array(Model),
  total_count: Type.Integer({ examples: [1] }),
  tenant_scope: Type.String({ examples: ['all-tenants'] }),
});

export const ModelsQuery = Type.Object({
  capability: Type.Optional(
    Type.Enum([...modelCapabilities], {
      description: 'Only models that accept this kind of input. Every model accepts text.',
    }),
  ),
});

const engineAnswer = {
  outputs: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: 200, examples: ['output'] }),
        data_type: Type.String({ minLength: 1, maxLength: 200, examples: ['text/plain'] }),
        value: Type.String({ examples: ['Rain on Friday.'] }),
        description: Type.Optional(Type.String()),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  ),
  error: Type.Optional(
    Type.Object({
      message: Type.String({ minLength: 1, maxLength: 4_000 }),
      retry: Type.Optional(Type.Boolean({ description: 'Whether another attempt may succeed.' })),
    }),
  ),
  usage: Type.Optional(
    Type.Object({
      model: Type.Optional(Type.String({ maxLength: 200 })),
      input_tokens: Type.Optional(Type.Integer({ minimum: 0 })),
      output_tokens: Type.Optional(Type.Integer({ minimum: 0 })),
      cost: Type.Optional(Type.Number({ minimum: 0, description: 'USD.' })),
    }),
  ),
};

/** The response of a remote agent. */
export const EngineAnswer = Type.Object({
  ...engineAnswer,
  wait: Type.Optional(
    Type.Object(
      { kind: Type.Enum([...waitKinds]) },
      {
        additionalProperties: true,
        description:
          'The job waits for a person, an event or a time. Afterwards the agent is called again with `answers`.',
      },
    ),
  ),
});

export const EngineCallback = Type.Object({ job_id: Uuid, ...engineAnswer });
export const EngineCallbackAnswer = Type.Object({ received: Type.Boolean({ examples: [true] }) });
