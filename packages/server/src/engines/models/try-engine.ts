import { type Static, Type } from 'typebox';
import { defineEngine, EngineFailure } from '../engine/engine.ts';
import { describeAnswer } from '../engine/model-config.ts';

// Tries a model with one short question, whose answer has to fit a schema.

export const MODEL_TRY = 'ModelTryEngine';

const configSchema = Type.Object({
  model: Type.String({ description: 'Id of the model to try. No other model answers in its place.' }),
});

const outputSchema = {
  type: 'object',
  properties: { answer: { type: 'string', description: 'The answer' } },
  additionalProperties: false,
};
/** A trial does not wait. */
const WAITS = ' The job waits and continues by itself.';
const OUTPUT_TOKENS_MAX = 1_000;

export const modelTryEngine = defineEngine<Static<typeof configSchema>>({
  id: MODEL_TRY,
  name: 'Model Try',
  description: 'Asks a model one short question, to see whether it answers, how fast and at what cost.',
  inputs: [{ key: 'model', data_type: 'text/plain', description: 'Id of the model.', example: 'baseline' }],
  configSchema,
  defaultConfig: { model: '${model}' },
  async run(context, { config }) {
    const answer = await context
      .model('ask', {
        model: config.model,
        prompt: [{ type: 'text', text: 'Answer: ready' }],
        outputSchema,
        outputTokensMax: OUTPUT_TOKENS_MAX,
        substitutes: 'never',
      })
      .catch((error) => {
        // Whoever tries a model wants to know now, not when it is back.
        if (!(error instanceof EngineFailure)) throw error;
        throw new EngineFailure(error.message.replace(WAITS, ''), { code: error.code, cause: error });
      });
    return {
      outputs: [
        {
          key: 'answer',
          data_type: 'application/json',
          value: JSON.stringify(answer.output),
          description: describeAnswer(answer),
        },
      ],
    };
  },
});
