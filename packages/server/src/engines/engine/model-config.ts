import { Type } from 'typebox';
import type { ModelAnswer, ModelRequest } from './model-call.ts';

// Configuration that engines which ask a model have in common.

const efforts = ['low', 'medium', 'high'] as const;
type Effort = (typeof efforts)[number];

export const modelConfig = {
  model: Type.Optional(
    Type.String({ description: 'A model of /v1/agents/models/. Left out: the default of the installation.' }),
  ),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: 'Where the model has one.' })),
  reasoning_effort: Type.Optional(Type.Enum([...efforts], { description: 'Where the model reasons.' })),
  reasoning: Type.Optional(Type.Enum([...efforts], { description: 'Another name for reasoning_effort.' })),
};

export function readEffort(config: {
  reasoning_effort?: Effort;
  reasoning?: Effort;
}): Pick<ModelRequest, 'reasoningEffort'> {
  const effort = config.reasoning_effort ?? config.reasoning;
  return effort === undefined ? {} : { reasoningEffort: effort };
}

/** For the description of an output: who answered, and what a cost of 0 means. */
export function describeAnswer({ model, priceKnown }: Pick<ModelAnswer, 'model' | 'priceKnown'>): string {
  if (model === 'baseline') return 'By the rule-based baseline model, not a language model.';
  return priceKnown ? `By ${model}.` : `By ${model}, whose price is not known: its cost counts as 0.`;
}
