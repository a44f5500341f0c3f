import { splitWords } from '../language/words.ts';
import { isSmallWord, tongueOf } from './languages.ts';
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

/** So many words of a short text are on labels, or small words of a language that is known. */
const shortShareMin = 0.2;

/**
 * Whether the language is known for certain. A few words without any label or small word may be of any language, so that
 * nobody can say what they lack.
 */
export function isToldText(text: string): boolean {
  if (!isKnownText(text)) return false;
  const words = splitWords(text.slice(0, 20_000)).filter((word) => /^\p{L}{3,}$/u.test(word));
  if (words.length >= wordsMin) return true;
  const told = words.filter((word) => labelWords.has(word) || isSmallWord(word)).length;
  return told > 0 && told / words.length >= shortShareMin;
}

/** Whether the text is in a language or on a form whose labels are known. */
export function isKnownText(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 0 && latin < letters * 0.7) return false;
  const words = splitWords(text.slice(0, 20_000)).filter((word) => /^\p{L}{3,}$/u.test(word));
  if (words.length < wordsMin || tongueOf(text) !== undefined) return true;
  return words.filter((word) => labelWords.has(word)).length / words.length >= labelShareMin;
}
