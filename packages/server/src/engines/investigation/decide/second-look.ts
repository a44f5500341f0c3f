import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import type { JsonSchema } from '../../engine/model-call.ts';
import { ask } from '../ask/ask.ts';
import { describeRules, showEvidence } from '../ask/prompts.ts';
import type { Settings } from '../ask/settings.ts';
import type { Quote } from './findings.ts';

// Shows the model a passage that it dismissed once more, alone with its rule, so that the rest of the case cannot
// influence it. If the second answer contradicts the first, a person must decide. The model is not asked whether a
// quotation supports its own hit: a second answer of the same model is no evidence.

export type Doubt = {
  rule: PolicyRule;
  number: string;
  passage: Quote;
};
export type Looks = { looks: { rule: string; shows: boolean; reasoning: string }[] };

/** Returns the reasons why findings are not valid, by rule number. */
export async function lookAgain(
  context: EngineContext,
  settings: Settings,
  name: string,
  doubts: Doubt[],
): Promise<Map<string, string>> {
  if (doubts.length === 0) return new Map();
  const cases = doubts.map(
    ({ rule, number, passage }) => `${describeRules([{ rule, number }])}\n${showEvidence(passage.quote)}`,
  );
  const answer = await ask(context, settings, `${name} second look`, {
    prompt: [
      {
        type: 'text',
        text: `Single passages, each with a rule. Judge each passage alone, by its own words: does it show what its rule describes?\n\n${cases.join('\n\n')}`,
      },
    ],
    schema: looksSchema,
    decides: true,
  });
  const { looks } = answer.output as Looks;
  return new Map(
    doubts.flatMap(({ number, passage }): [string, string][] => {
      const own = looks.filter(({ rule }) => rule.trim() === number);
      if (own.length > 0 && own.every(({ shows }) => !shows)) return [];
      return [
        [
          number,
          `Seen alone, ${JSON.stringify(passage.quote.slice(0, 200))} of ${passage.reference} shows what the rule describes.`,
        ],
      ];
    }),
  );
}

export const looksSchema: JsonSchema = {
  type: 'object',
  properties: {
    looks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          rule: { type: 'string', description: 'The number of the rule, such as R1.' },
          shows: { type: 'boolean' },
          reasoning: { type: 'string' },
        },
        required: ['rule', 'shows', 'reasoning'],
      },
    },
  },
  required: ['looks'],
};
