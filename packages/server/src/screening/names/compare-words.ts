import type { NameWord } from './read-name.ts';
import { areNicknames } from './words.ts';

// How alike two words of names are, and why.

export type WordMatch = { score: number; why: string };

const NONE: WordMatch = { score: 0, why: 'different' };

export function compareWords(one: NameWord, other: NameWord): WordMatch {
  const [a, b] = [one.text, other.text];
  if (a === b) return { score: 1, why: 'the same' };
  if (/^\d+$/.test(a) || /^\d+$/.test(b) || (one.isSign && other.isSign)) return NONE;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === 1) return long.startsWith(short) ? { score: 0.7, why: 'an initial' } : NONE;
  if (areNicknames(a, b)) return { score: 0.85, why: 'a short form of the name' };
  const distance = editDistance(a, b);
  const similar = 1 - distance / long.length;
  const sounds = one.sound === other.sound && one.sound.length >= 2;
  if (sounds && (one.isVowelless || other.isVowelless || similar >= (long.length >= 8 ? 0.5 : 0.65)))
    return { score: Math.max(0.88, similar), why: 'it sounds the same' };
  // One letter in a short word makes another name, in a long word a slip.
  const allowed = long.length <= 3 ? 0 : long.length <= 5 ? 1 : long.length <= 9 ? 2 : 3;
  if (distance <= allowed)
    return { score: similar + (a[0] === b[0] ? 0.05 : -0.05), why: `${distance} of ${long.length} letters differ` };
  return similar >= 0.6 ? { score: similar - 0.25, why: 'only partly alike' } : NONE;
}

/** Letters to insert, delete, replace or swap with their neighbour. */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[other.length]!;
}
