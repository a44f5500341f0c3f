import { Type } from 'typebox';
import { form } from './form.ts';
import type { ModelAnswer, ModelRequest } from './model-call.ts';

// Configuration shared by engines that call a model.

const efforts = ['low', 'medium', 'high'] as const;
type Effort = (typeof efforts)[number];

/** Why another model may be asked. */
export const conditions = ['outage', 'rate_limit', 'refusal', 'too_long', 'budget', 'untrusted'] as const;
export type Condition = (typeof conditions)[number];
export type ChainLink = { model: string; when: Condition[] };

export const WHEN_DEFAULT: Condition[] = ['outage', 'rate_limit', 'refusal', 'too_long'];

export const chainConfig = {
  models: Type.Optional(
    Type.Array(
      Type.Object(
        {
          model: Type.String({ minLength: 1, description: 'Id of a model from /v1/agents/models/.' }),
          when: Type.Optional(
            Type.Array(Type.Enum([...conditions]), {
              description: `Why it is asked: its provider is out or late, limits its rate, the model refuses, the text is too long for it, the job has too little left, or values are not trusted (\`trust.min_confidence\`). Default: ${WHEN_DEFAULT.join(', ')}.`,
            }),
          ),
        },
        { additionalProperties: false },
      ),
      {
        ...form('advanced', 'Other models to ask', { control: 'model-chain' }),
        maxItems: 5,
        description:
          'Models to ask in order when `model` cannot answer. Each substitution is recorded with its reason.',
        examples: [[{ model: 'claude-sonnet-4-6', when: ['outage', 'refusal'] }]],
      },
    ),
  ),
};

/** Reads the chain of a configuration, whatever engine it belongs to. `otherwise` holds if it lists nothing. */
export function readChain(
  config: unknown,
  otherwise: ChainLink[] = [],
): { model: string | undefined; links: ChainLink[] } | undefined {
  const { model, models } = config as { model?: string; models?: { model: string; when?: Condition[] }[] };
  const links = Array.isArray(models)
    ? models.map(({ model: id, when = WHEN_DEFAULT }) => ({ model: id, when }))
    : otherwise.filter((link) => link.model !== model);
  return links.length === 0 ? undefined : { model, links };
}

export const modelConfig = {
  ...chainConfig,
  model: Type.Optional(
    Type.String({
      ...form('task', 'Model', { control: 'model' }),
      description: 'Id of a model from /v1/agents/models/. Default: the default model of the installation.',
    }),
  ),
  temperature: Type.Optional(
    Type.Number({
      ...form('advanced', 'Temperature'),
      minimum: 0,
      maximum: 2,
      description: 'Ignored by models that do not support it.',
    }),
  ),
  reasoning_effort: Type.Optional(
    Type.Enum([...efforts], {
      ...form('advanced', 'Reasoning effort'),
      description: 'Ignored by models that do not reason.',
    }),
  ),
  reasoning: Type.Optional(
    Type.Enum([...efforts], {
      ...form('advanced', 'Reasoning effort'),
      description: 'Another name for reasoning_effort.',
    }),
  ),
};

export function readEffort(config: {
  reasoning_effort?: Effort;
  reasoning?: Effort;
}): Pick<ModelRequest, 'reasoningEffort'> {
  const effort = config.reasoning_effort ?? config.reasoning;
  return effort === undefined ? {} : { reasoningEffort: effort };
}

/** Describes an answer for an output: which model gave it, and what a cost of 0 means. */
export function describeAnswer({
  model,
  priceKnown,
  insteadOf,
  reason,
}: Pick<ModelAnswer, 'model' | 'priceKnown' | 'insteadOf' | 'reason'>): string {
  const instead = insteadOf === undefined ? '' : `, in place of ${insteadOf} (${reason})`;
  if (model === 'baseline') return `By the rule-based baseline model, not a language model${instead}.`;
  return priceKnown
    ? `By ${model}${instead}.`
    : `By ${model}${instead}. Its price is not known, so its cost counts as 0.`;
}
