import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import type { JsonSchema } from '../../engine/model-call.ts';
import { ask } from '../ask/ask.ts';
import { describeRules, showEvidence } from '../ask/prompts.ts';
import type { Settings } from '../ask/settings.ts';
import type { Quote } from './findings.ts';

// Shows the model a passage once more, alone with its rule, so that the rest of the case cannot influence it: a passage
// that it dismissed, or one that it calls a hit although its words have little to do with the rule. If the second
// answer contradicts the first, a person must decide.

export type Doubt = {
  rule: PolicyRule;
  number: string;
  passage: Quote;
  /** The first answer: whether the passage shows what the rule describes. */
  said: boolean;
};
type Answer = { looks: { rule: string; shows: boolean; reasoning: string }[] };

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
    schema: SCHEMA,
  });
  const { looks } = answer.output as Answer;
  return new Map(
    doubts.flatMap(({ number, passage, said }): [string, string][] => {
      const own = looks.filter(({ rule }) => rule.trim() === number);
      const stands = own.length > 0 && own.every(({ shows }) => shows === said);
      if (stands) return [];
      const what = said ? 'does not show' : 'shows';
      return [
        [
          number,
          `Seen alone, ${JSON.stringify(passage.quote.slice(0, 200))} of ${passage.reference} ${what} what the rule describes.`,
        ],
      ];
    }),
  );
}

const SCHEMA: JsonSchema = {
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
