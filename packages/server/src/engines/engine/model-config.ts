import { Type } from 'typebox';
import type { ModelAnswer, ModelRequest } from './model-call.ts';

// Configuration shared by engines that call a model.

const efforts = ['low', 'medium', 'high'] as const;
type Effort = (typeof efforts)[number];

export const modelConfig = {
  model: Type.Optional(
    Type.String({
      description: 'Id of a model from /v1/agents/models/. Default: the default model of the installation.',
    }),
  ),
  temperature: Type.Optional(
    Type.Number({ minimum: 0, maximum: 2, description: 'Ignored by models that do not support it.' }),
  ),
  reasoning_effort: Type.Optional(Type.Enum([...efforts], { description: 'Ignored by models that do not reason.' })),
  reasoning: Type.Optional(Type.Enum([...efforts], { description: 'Another name for reasoning_effort.' })),
};

export function readEffort(config: {
  reasoning_effort?: Effort;
  reasoning?: Effort;
}): Pick<ModelRequest, 'reasoningEffort'> {
  const effort = config.reasoning_effort ?? config.reasoning;
  return effort === undefined ? {} : { reasoningEffort: effort };
}

/** Describes an answer for an output: which model gave it, and what a cost of 0 means. */
export function describeAnswer({ model, priceKnown }: Pick<ModelAnswer, 'model' | 'priceKnown'>): string {
  if (model === 'baseline') return 'By the rule-based baseline model, not a language model.';
  return priceKnown ? `By ${model}.` : `By ${model}. Its price is not known, so its cost counts as 0.`;
}
