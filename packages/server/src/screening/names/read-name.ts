import anyAscii from 'any-ascii';
import { legalFormOf, PARTICLES, TITLES } from './words.ts';

// Reads a name into comparable words: Latin letters in lower case, without titles, with legal forms told apart.

export type NameKind = 'person' | 'company' | 'other';

export type NameWord = {
  /** As compared. */
  text: string;
  /** Consonants as they sound, so that "Qaddafi" and "Gaddafi" are one. */
  sound: string;
  /** Particles and small words count less. */
  weight: number;
  /** One sign of Chinese or Korean script, which is a word of its own and not misspelled letter by letter. */
  isSign?: true;
  /** From a script that leaves out vowels. */
  isVowelless?: true;
};

export type ReadName = {
  words: NameWord[];
  /** Legal forms of a company, each by its class: "limited", "joint stock". */
  forms: Set<string>;
  /** All words without blanks, for names that are split in another way. */
  joined: string;
};

const PARTICLE_WEIGHT = 0.35;
/** Words that a great many companies have. */
const COMMON_WEIGHT = 0.6;
const wordsMax = 30;

export function readName(name: string, kind: NameKind): ReadName {
  const forms = new Set<string>();
  let tokens = tokensOf(name);
  if (kind === 'person')
    tokens = unlessEmpty(
      tokens.filter(({ text }) => !TITLES.has(text)),
      tokens,
    );
  else {
    const rest: Token[] = [];
    const texts = tokens.map(({ text }) => text);
    for (let at = 0; at < tokens.length; ) {
      const form = legalFormOf(texts, at);
      if (form === undefined) rest.push(tokens[at]!);
      else forms.add(form.name);
      at += form?.words ?? 1;
    }
    // A name that is a legal form only keeps it.
    tokens = unlessEmpty(rest, tokens);
  }
  const words = tokens.slice(0, wordsMax).map((token) => ({
    ...token,
    sound: soundOf(token.isVowelless ? token.text.replace(/[wy]/g, '') : token.text),
    weight: weightOf(token.text, kind),
  }));
  return { words, forms, joined: words.map(({ text }) => text).join('') };
}

type Token = Pick<NameWord, 'text' | 'isSign' | 'isVowelless'>;
const unlessEmpty = (some: Token[], all: Token[]): Token[] => (some.length > 0 ? some : all);

function tokensOf(name: string): Token[] {
  const plain = name
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u064b-\u065f]/g, '')
    .replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ');
  return plain.split(/\s+/).flatMap((part) => {
    const isSign = /^[\p{Script=Han}\p{Script=Hangul}]$/u.test(part);
    const isVowelless = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(part);
    const latin = anyAscii(part)
      .toLowerCase()
      // "A.B.C." is one word, "O'Neil" and "'Ubayd" too.
      .replace(/\b(?:[a-z]\.){2,}/g, (letters) => letters.replaceAll('.', ''))
      .replace(/['`’"]/g, '')
      .replace(/&/g, ' and ');
    return (latin.match(/[a-z0-9]+/g) ?? []).map((text) => ({
      text,
      ...(isSign && { isSign: true as const }),
      ...(isVowelless && { isVowelless: true as const }),
    }));
  });
}

function weightOf(text: string, kind: NameKind): number {
  if (PARTICLES.has(text)) return PARTICLE_WEIGHT;
  if (kind !== 'person' && COMMON.has(text)) return COMMON_WEIGHT;
  return text.length === 1 ? 0.6 : 1;
}

const COMMON = new Set(
  'company co group holding holdings international the of and de for trading general global'.split(' '),
);

/** Letters that transliterations and spellings exchange. */
const SOUNDS: [RegExp, string][] = [
  [/sch|sh|ch|tch|zh|cz|sz/g, 's'],
  [/ph|pf/g, 'f'],
  [/kh|gh|qu|ck|q|g|c(?=[aoukrl]|$)/g, 'k'],
  [/th|dh|d/g, 't'],
  [/ts|tz|z|c|x|j/g, 's'],
  [/[wv]/g, 'f'],
  [/b|p/g, 'p'],
  [/m/g, 'n'],
];

export function soundOf(word: string): string {
  let sound = word;
  for (const [pattern, by] of SOUNDS) sound = sound.replace(pattern, by);
  const first = /^[aeiouyh]/.test(sound) ? 'a' : '';
  return first + sound.replace(/[aeiouyh]/g, '').replace(/(.)\1+/g, '$1');
}
