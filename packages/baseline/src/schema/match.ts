import { lastIndexOfPhrase, splitWords } from '../language/words.ts';
import { isRole } from '../values/names.ts';
import type { Label } from './field.ts';

// Scores how well the words around a value match a field.

/** Words that may be between a label and its value without changing the meaning. */
const filler = new Set(
  'is was are of the a an your our my its his her no number on at to in for with by as from and or now new currently has been will be amount approx about exactly usd eur gbp jpy chf cad aud nzd sek nok dkk pln inr ngn zar sgd rs mr mrs ms dr date day reference code monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun'.split(
    ' ',
  ),
);
const contextChars = 90;

export type Match = { score: number; label?: Label };

/** Returns a score from 0 to 1. The label nearest to the value counts most. */
export function matchContext(context: string, labels: Label[], perWord = 0.78): Match {
  const near = context.slice(-contextChars);
  const words = splitWords(near);
  // A comma begins something new: in "3 rooms, 2 baths" the 2 does not belong to rooms.
  const clauseFrom = words.length - splitWords(near.slice(near.search(/[,;](?!\d)[^,;]*$/) + 1)).length;
  let best: Match = { score: 0 };
  for (const label of labels) {
    const at = lastIndexOfPhrase(words, label.words);
    if (at < 0) continue;
    const between = words.slice(at + label.words.length);
    let score = Math.min(1.1, label.weight + 0.03 * (label.words.length - 1));
    for (const word of between)
      score *= filler.has(word) || isRole(word) ? 0.97 : /^[\d%#]+$/.test(word) ? 0.96 : perWord;
    if (between.length > 9) score = 0;
    if (at < clauseFrom) score *= 0.75;
    // "date" in "due date" is another date.
    const modifier = words[at - 1];
    if (modifier !== undefined && label.words.length === 1 && !filler.has(modifier) && !/\d/.test(modifier))
      score *= isSlight(label) ? 0.5 : 0.75;
    if (score > best.score) best = { score, label };
  }
  return best;
}

/** "Reply-To" is not "To": the meaning of such a short word depends on its neighbours. */
const isSlight = ({ words }: Label): boolean => words.length === 1 && words[0]!.length <= 3;

/** "340 employees", "3 packages": the word after a number names it. */
export function matchAfter(context: string, labels: Label[]): number {
  const words = splitWords(context.split(/[.,;:!?()\n]/)[0]!.slice(0, 40)).slice(0, 2);
  let best = 0;
  for (const { words: phrase, weight } of labels) {
    if (phrase.length === 1 && phrase[0]!.length > 2 && lastIndexOfPhrase(words, phrase) === 0)
      best = Math.max(best, weight * 0.9);
  }
  return best;
}

/** Scores a standalone label, as in a form or the head of a column. It should be the phrase, not just contain it. */
export function matchLabel(phrase: string, labels: Label[]): Match {
  const words = splitWords(phrase);
  let best: Match = { score: 0 };
  for (const label of labels) {
    const at = lastIndexOfPhrase(words, label.words);
    if (at < 0) continue;
    const rest = words.filter(
      (word, index) => (index < at || index >= at + label.words.length) && !filler.has(word) && !/^\d+$/.test(word),
    );
    const perWord = isSlight(label) ? 0.5 : 0.72;
    const score = Math.min(1.1, label.weight + 0.03 * (label.words.length - 1)) * perWord ** rest.length;
    if (score > best.score) best = { score, label };
  }
  return best;
}
