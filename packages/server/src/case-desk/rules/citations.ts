import { readFacts } from '@errand/baseline/entail/facts.ts';
import { numbersOf } from '@errand/baseline/entail/numbers.ts';
import { findOpposite } from '@errand/baseline/entail/opposites.ts';
import { splitWords, stem } from '@errand/baseline/language/words.ts';

// Whether a sentence says something else than the words that it quotes, by the same readers that judge hits of rules: other
// numbers, or a denial where the quotation affirms. A sentence may say more than it quotes; people write summaries.

export function findDisagreement(sentence: string, quotes: string[]): string | undefined {
  if (quotes.length === 0) return undefined;
  const quoted = quotes.join('\n');
  return findOtherNumbers(sentence, quoted) ?? findDenial(sentence, quoted) ?? findOpposite(sentence, quoted);
}

/** If both have numbers, one of the sentence is quoted. */
function findOtherNumbers(sentence: string, quoted: string): string | undefined {
  const [own, others] = [valuesIn(sentence), valuesIn(quoted)];
  if (own.length === 0 || others.length === 0 || own.some((value) => others.includes(value))) return undefined;
  return `The sentence has ${own[0]}, and the quotation has ${others[0]}.`;
}

const valuesIn = (text: string): number[] => numbersOf(text).map(({ value }) => value);

/** "The employer denies the wage" beside "confirms the wage", in either direction. */
function findDenial(sentence: string, quoted: string): string | undefined {
  const shared = wordsIn(sentence).intersection(wordsIn(quoted)).size;
  if (shared === 0) return undefined;
  const [own, other] = [isDenied(sentence), isDenied(quoted)];
  return own === undefined || other === undefined || own === other ? undefined : 'The quotation says the opposite.';
}

const DENIES = /\b(?:den(?:y|ies|ied|ying)|disput(?:e|es|ed)|reject(?:s|ed) the claim)\b/i;

/** Undefined where one part denies and another affirms, or where nothing is said for sure. */
function isDenied(text: string): boolean | undefined {
  const sayings = new Set(
    readFacts(text).map(({ saying, text: words }) => (saying === 'said' && DENIES.test(words) ? 'denied' : saying)),
  );
  if (sayings.has('denied') && !sayings.has('said')) return true;
  return sayings.has('said') && !sayings.has('denied') ? false : undefined;
}

const wordsIn = (text: string): Set<string> =>
  new Set(
    splitWords(text)
      .filter((word) => word.length > 3)
      .map((word) => stem(word)),
  );
