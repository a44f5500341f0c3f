import { splitWords } from '../language/words.ts';
import { tongueOf } from './languages.ts';
import { groups } from './thesaurus.ts';

const labelWords = new Set(
  groups
    .flatMap(({ strong }) => strong.flatMap((phrase) => phrase.split(' ')))
    .filter((word) => word.length > 2 && !/\d/.test(word)),
);

/** With fewer words, a text has no language that could be told. */
const wordsMin = 24;
/** A form has few small words, but a tenth of its words are on labels. */
const labelShareMin = 0.1;

/** Whether the text is in a language or on a form whose labels are known. */
export function isKnownText(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 0 && latin < letters * 0.7) return false;
  const words = splitWords(text.slice(0, 20_000)).filter((word) => /^\p{L}{3,}$/u.test(word));
  if (words.length < wordsMin || tongueOf(text) !== undefined) return true;
  return words.filter((word) => labelWords.has(word)).length / words.length >= labelShareMin;
}
