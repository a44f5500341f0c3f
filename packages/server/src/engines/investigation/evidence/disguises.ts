import { UNSEEN } from './passages.ts';

// Undoes tricks that hide text from people but not from a model. Functions that work letter by letter keep the length
// of the text, so that a match has the same offset in the original.

/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES = new Map(
  Object.entries({
    ...pairs('аеорсухіјѕһԁԛԝкмтвнгпзє', 'aeopcyxijshdqwkmtbhrnze'),
    ...pairs('αορνικυχτεηβγ', 'aopvikuxtenby'),
    ...pairs('ıłøđɑɡɩʟꜱ', 'ilodagils'),
  }),
);

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index]!]));
}

/** Removes accents and replaces lookalikes with Latin letters. */
export const fold = (text: string): string => text.replace(/[^ -~]/g, (letter) => foldLetter(letter));

function foldLetter(letter: string): string {
  const alike = LOOKALIKES.get(letter);
  if (alike !== undefined) return alike;
  return /\p{Script=Latin}/u.test(letter) ? (letter.normalize('NFD')[0] ?? letter) : letter;
}

const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };

/** Replaces digits that stand for letters, in words that have both. */
export const undigit = (text: string): string =>
  // Word by word: one pattern for "a word that has both" would try every start in a word of a million characters.
  text.replace(/\S+/g, (word) => (MIXED.test(word) ? word.replace(/[013457@$!]/g, (sign) => DIGITS[sign]!) : word));

const MIXED = /[a-z][013457@$!]|[013457@$!][a-z]/;

export const rotate = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

export const reverse = (text: string): string => text.split('').reverse().join('');

/** A dozen single letters in a row are hidden text. */
export const SPREAD = /(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]{1,3}){11,}\p{L}(?![\p{L}\p{N}])/gu;

const TOKENS_MAX = 200;

type Decode = (token: string) => string;
const ENCODINGS: [RegExp, Decode][] = [
  [/[A-Za-z0-9+/_-]{20,}={0,2}/g, (token) => Buffer.from(token, 'base64').toString('utf8')],
  [/(?:[0-9a-f]{2}){12,}/gi, (token) => Buffer.from(token, 'hex').toString('utf8')],
  [
    /(?:\\?\b0?x?[0-9a-f]{2}[\s,:]+){11,}0?x?[0-9a-f]{2}\b/gi,
    (token) => Buffer.from(token.replace(/0x|[^0-9a-f]/gi, ''), 'hex').toString('utf8'),
  ],
  [
    /(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|&#x?[0-9a-f]+;|%[0-9a-f]{2}|[\w.,:'-]){16,}/gi,
    (token) =>
      token.replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]+);|&#(\d+);|%([0-9a-f]{2})/gi, (sign, ...found) => {
        const [x, u, hex, decimal, percent] = found as (string | undefined)[];
        const code = decimal === undefined ? Number.parseInt(x ?? u ?? hex ?? percent ?? '', 16) : Number(decimal);
        return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : sign;
      }),
  ],
];

/** Decodes encoded passages of the text and returns those with a readable result. */
export function decodeParts(text: string): { token: string; decoded: string }[] {
  return ENCODINGS.flatMap(([pattern, decode]) =>
    [...text.matchAll(pattern)]
      .slice(0, TOKENS_MAX)
      .map(([token]) => ({ token, decoded: decode(token) }))
      .filter(({ token, decoded }) => decoded !== token && isReadable(decoded)),
  );
}

const isReadable = (text: string): boolean => {
  const signs = text.match(/[\p{L}\s.,:;'"!?-]/gu)?.length ?? 0;
  return text.length >= 12 && signs >= text.length * 0.8;
};

/** Returns the text that tag characters spell. Regional flags also use them, but only for a few letters. */
export function unseenText(text: string): string {
  const tags = [...text.matchAll(UNSEEN)]
    .map(([letter]) => letter.codePointAt(0)! - 0xe0000)
    .filter((code) => code >= 32);
  return tags.length < 12 ? '' : String.fromCodePoint(...tags.filter((code) => code < 127));
}
