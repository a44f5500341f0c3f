import type { EngineContext } from '../../engine/engine.ts';
import { ask } from '../ask/ask.ts';
import { describeRules, showEvidence } from '../ask/prompts.ts';
import type { Settings } from '../ask/settings.ts';
import { type Looks, looksSchema } from './second-look.ts';
import type { Hit } from './support.ts';

// Another model reads each hit's quotation alone with its rule. It sees neither the case nor what the first model said. Its
// no takes the hit away. Its yes makes none: words and numbers are checked before it is asked.

/** Returns why hits do not count, by rule number. */
export async function askSecondJudge(
  context: EngineContext,
  settings: Settings,
  name: string,
  hits: Hit[],
): Promise<Map<string, string>> {
  const { secondJudge: model } = settings;
  const worded = hits.filter(({ claim }) => claim.evidence.every(({ quote }) => quote.trim() !== ''));
  if (model === undefined || worded.length === 0) return new Map();
  const cases = worded.map(
    ({ rule, number, claim }) =>
      `${describeRules([{ rule, number }])}\n${claim.evidence.map(({ quote }) => showEvidence(quote)).join('\n')}`,
  );
  const answer = await ask(context, { ...settings, model }, `${name} second judge`, {
    prompt: [
      {
        type: 'text',
        text: `Rules, each with passages. Judge each rule by the words of its passages alone: do they state that what the rule describes is there? A passage that only speaks of the same subject, denies it, leaves it open or says it of somebody else does not.\n\n${cases.join('\n\n')}`,
      },
    ],
    schema: looksSchema,
    decides: true,
  });
  const { looks } = answer.output as Looks;
  return new Map(
    worded.flatMap(({ number }): [string, string][] => {
      const own = looks.filter(({ rule }) => rule.trim() === number);
      if (own.length > 0 && own.every(({ shows }) => shows)) return [];
      const why = own
        .find(({ shows }) => !shows)
        ?.reasoning.trim()
        .slice(0, 300);
      return [[number, `The second judge ${model} does not see it in the quotation${why ? `: ${why}` : '.'}`]];
    }),
  );
}
