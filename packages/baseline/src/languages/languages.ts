import { fold, phraseOf, splitWords } from '../language/words.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { Language } from './language.ts';
import { malay } from './malay.ts';
import { danish, finnish, norwegian, swedish } from './nordic.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** The languages whose forms the rules know. */
export const languages: Language[] = [
  ...[english, german, french, spanish, italian, dutch, portuguese, polish],
  ...[danish, swedish, norwegian, finnish, malay],
];

export const splitPhrases = (text: string): string[] =>
  text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean);

const folded = (member: 'papers' | 'dated' | 'legalForms'): Set<string> =>
  new Set(languages.flatMap((one) => splitPhrases(one[member]).map((phrase) => phraseOf(phrase))));

/** "invoice", "handelsrechnung": titles that the number of a document follows. */
export const paperNames = folded('papers');
/** "vom", "du": words between the number of a document and its date. */
export const datedWords = folded('dated');
export const legalForms = folded('legalForms');

const telling = languages.map(({ iso3, telling: words }) => ({
  code: iso3[0]!,
  words: new Set(words.split(' ').map((word) => fold(word))),
}));

/** "La", "Der": one word that any sentence may begin with. */
export const isSmallWord = (text: string): boolean => {
  const word = fold(text.trim());
  return telling.some(({ words }) => words.has(word));
};

/** Less is a name, a number or a list of goods, which have no language. */
const wordsMin = 12;
/** Running text has at least a third of such words, forms a tenth. */
const shareMin = 0.07;

export type Tongue = { code: string; share: number };

/** Tells the known language of a text by its small words. None: too short, or a language that the rules do not know. */
export function tongueOf(text: string): Tongue | undefined {
  const [best] = tonguesOf(text);
  return best !== undefined && best.share >= shareMin ? best : undefined;
}

/** In a sentence or two, a small word more or less is chance. */
const chance = 0.06;
/** Small words that other languages have, too, but hardly a sentence of theirs without accents. */
const alsoEnglish = new Set(
  'a an i me he him it its so do does can no yes or as if about into over than then them us all some any one two new just now today yesterday tomorrow'.split(
    ' ',
  ),
);
/** Fewer words are a name or a list, in which small words are missing in any language. */
const tellingMin = 5;

/** Whether a text is English, as far as its words can tell: no other language is clearly more likely, nor other letters. */
export function mayBeEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const strange = words.filter((word) => /[^a-z]/.test(word)).length;
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text) || strange > words.length / 6)
    return false;
  const english = telling.find(({ code }) => code === 'eng')!.words;
  const known = words.filter((word) => english.has(word) || alsoEnglish.has(word)).length;
  if (words.length >= tellingMin && known / words.length < shareMin) return false;
  const [best, ...others] = tonguesOf(text);
  if (best === undefined || best.share < shareMin || best.code === 'eng') return true;
  return best.share - others.find(({ code }) => code === 'eng')!.share <= chance;
}

function tonguesOf(text: string): Tongue[] {
  const words = splitWords(text.slice(0, 20_000)).filter((word) => /^\p{L}+$/u.test(word));
  if (words.length < wordsMin) return [];
  return telling
    .map(({ code, words: known }) => ({ code, share: words.filter((word) => known.has(word)).length / words.length }))
    .sort((one, other) => other.share - one.share);
}
