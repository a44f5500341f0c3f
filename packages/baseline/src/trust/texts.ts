import { contentWords } from '../language/summary.ts';
import { findLetters, type Letters, readLetters, wordsOf } from './letters.ts';

// Compares names, codes and sentences by their words.

export type TextHow = 'same' | 'order' | 'part' | 'alike' | 'reworded';
export type FoundText = { hits: { start: number; end: number }[]; how: TextHow };

const forms = new Set(
  'inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag kg ug se sa sas sarl srl spa sl bv nv as asa ab aps oy mr mrs ms dr prof herr frau the mme m'.split(
    ' ',
  ),
);

/** Longer values are sentences, whose words may be in another order. */
const sentenceWords = 9;

export function findText(value: string, letters: Letters, options: { recognized: boolean }): FoundText | undefined {
  const plain = readLetters(value).plain;
  if (plain === '') return undefined;
  const same = findLetters(plain, letters);
  if (same.length > 0) return { hits: same, how: 'same' };
  const words = wordsOf(value);
  if (words.length >= 2 && words.length <= 6) {
    const turned = findTurned(words, letters);
    if (turned.length > 0) return { hits: turned, how: 'order' };
  }
  const bare = words.filter((word) => !forms.has(word));
  if (bare.length > 0 && bare.length < words.length && bare.join('').length >= 4) {
    const part = findLetters(bare.join(''), letters);
    if (part.length > 0) return { hits: part, how: 'part' };
  }
  const spelled = respell(plain);
  if (spelled !== plain || /[aou]e/.test(letters.plain)) {
    const other = findRespelled(spelled, letters);
    if (other.length > 0) return { hits: other, how: 'order' };
  }
  if (value.trim().split(/\s+/).length < sentenceWords) {
    const alike = findAlike(plain, letters, options.recognized);
    if (alike.length > 0) return { hits: alike, how: 'alike' };
  }
  return undefined;
}

/** Finds "Meyer, Anna" for "Anna Meyer". */
function findTurned(words: string[], letters: Letters): { start: number; end: number }[] {
  const [first, ...rest] = words as [string, ...string[]];
  return findLetters([...rest, first].join(''), letters).concat(
    findLetters([rest.at(-1)!, first, ...rest.slice(0, -1)].join(''), letters),
  );
}

/** Treats ä, ae and a as one letter, because names are spelt differently abroad. */
const respell = (plain: string): string => plain.replace(/([aou])e/g, '$1');

function findRespelled(wanted: string, letters: Letters): { start: number; end: number }[] {
  if (wanted.length < 5) return [];
  const plain: string[] = [];
  const kept: number[] = [];
  for (let index = 0; index < letters.plain.length; index += 1) {
    if (letters.plain[index] === 'e' && /[aou]/.test(letters.plain[index - 1] ?? '')) continue;
    plain.push(letters.plain[index]!);
    kept.push(index);
  }
  return findLetters(wanted, {
    plain: plain.join(''),
    at: Int32Array.from(kept, (index) => letters.at[index]!),
    begins: Uint8Array.from(kept, (index) => letters.begins[index]!),
  });
}

const confusable: Record<string, string> = {
  o: '0',
  q: '0',
  d: '0',
  l: '1',
  i: '1',
  j: '1',
  z: '2',
  s: '5',
  b: '8',
  g: '9',
};
/** How many characters of an identifier OCR may have misread. The right check digit proves that it was not changed. */
const misreadMax = 3;

export function findMisread(identifier: string, letters: Letters): { start: number; end: number }[] {
  const { plain } = readLetters(identifier);
  const hits: { start: number; end: number }[] = [];
  for (let from = 0; from + plain.length <= letters.plain.length; from += 1) {
    const to = from + plain.length;
    if (letters.begins[from] !== 1 || (to < letters.plain.length && letters.begins[to] !== 1)) continue;
    let other = 0;
    for (let at = 0; at < plain.length && other <= misreadMax; at += 1)
      if (letters.plain[from + at] !== plain[at]) other += 1;
    if (other <= misreadMax) hits.push({ start: letters.at[from]!, end: letters.at[to - 1]! + 1 });
  }
  return hits.length === 1 ? hits : [];
}

/** Every character keeps its offset. */
const asSeen = (text: string): string => text.replace(/[oqdlijzsbg]/g, (letter) => confusable[letter]!);

/** Finds text with characters that a scanner confuses. In names, one letter in eight may also differ. */
function findAlike(wanted: string, letters: Letters, recognized: boolean): { start: number; end: number }[] {
  if (!recognized || wanted.length < 4) return [];
  const seen = findLetters(asSeen(wanted), { ...letters, plain: asSeen(letters.plain) });
  if (seen.length > 0) return seen;
  const glued = findGlued(wanted, letters);
  if (glued.length > 0) return glued;
  const digits = digitsOf(wanted);
  // In a code, which is mostly digits, one letter more or less makes another code.
  if (digits.length > 0 && digits.length * 4 > wanted.length) return [];
  const allowed = Math.floor(wanted.length / 8);
  if (allowed === 0) return [];
  const hits: { start: number; end: number }[] = [];
  for (let from = 0; from < letters.plain.length && hits.length < 10; from += 1) {
    if (letters.begins[from] !== 1) continue;
    for (const length of [wanted.length, wanted.length - 1, wanted.length + 1]) {
      const to = from + length;
      if (to > letters.plain.length || (to < letters.plain.length && letters.begins[to] !== 1)) continue;
      if (letters.plain[from] !== wanted[0] && letters.plain[from + 1] !== wanted[1]) continue;
      if (digitsOf(letters.plain.slice(from, to)) !== digits) continue;
      if (distance(letters.plain.slice(from, to), wanted, allowed) > allowed) continue;
      hits.push({ start: letters.at[from]!, end: letters.at[to - 1]! + 1 });
      break;
    }
  }
  return hits;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Finds "Desk lamp 54" in "Desk lamp 541121", where OCR joined a table line and the next cell to it. */
function findGlued(wanted: string, { plain, at, begins }: Letters): { start: number; end: number }[] {
  if (!/\p{L}{4}.*\d$/u.test(wanted)) return [];
  const from = plain.indexOf(wanted);
  const isOnly = from >= 0 && plain.indexOf(wanted, from + 1) < 0;
  return isOnly && begins[from] === 1 ? [{ start: at[from]!, end: at[from + wanted.length - 1]! + 1 }] : [];
}

/** Counts the edits from one text to the other, up to `max`. */
function distance(one: string, other: string, max: number): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      now.push(Math.min(before[column]! + 1, now[column - 1]! + 1, before[column - 1]! + same));
    }
    if (Math.min(...now) > max) return max + 1;
    before = now;
  }
  return before[other.length]!;
}

/** Whether a longer text only says what the source says, by its words and above all by its names and numbers. */
export function isReworded(value: string, source: { words: Set<string>; letters: Letters }): boolean {
  const wanted = [...new Set(contentWords(value))];
  // A few words are a name, which must occur as it is.
  if (wanted.length < 5) return false;
  const facts = value.match(/\d[\d.,]*\d|\d|\p{Lu}[\p{L}'’-]+/gu) ?? [];
  const isKnown = (fact: string): boolean => findLetters(readLetters(fact).plain, source.letters).length > 0;
  // The first word of a sentence is always capitalized.
  const missing = facts.filter((fact) => !isKnown(fact) && (/\d/.test(fact) || !isOpening(value, fact)));
  if (missing.length > 0) return false;
  return wanted.filter((word) => source.words.has(word)).length >= wanted.length * 0.7;
}

const isOpening = (value: string, fact: string): boolean =>
  value.startsWith(fact) || new RegExp(`[.!?]\\s+${fact.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u').test(value);
