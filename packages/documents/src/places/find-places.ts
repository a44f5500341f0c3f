import type { Box, FoundPlace, SoughtValue, Word } from '../model/document.ts';
import { type Candidate, choosePlaces, type Sought } from './choose-places.ts';
import { fold, innerKey, isUnspaced, spellingsOf } from './spellings.ts';

// Where values stand in a document, as far as they stand there word for word; numbers and dates are found in the ways
// people write them. Pages are looked at one by one and forgotten, so a long document takes no more memory than a short
// one. This runs beside the file, not in the service: a hostile one makes it long.

/** Rows of long tables have the same figures over and over. */
const CANDIDATES_MAX = 300;
/** Over all values and pages; a page of nothing but sevens is not worth more. */
const LOOKS_MAX = 1_000_000;

export function createPlaceFinder(values: SoughtValue[]): {
  addPage(number: number, words: Word[]): void;
  finish(): FoundPlace[];
} {
  const wanted = values.map(({ field, value }) => ({
    spellings: spellingsOf(value),
    names: nameWords(field),
    sought: newSought(field, value),
  }));
  let looks = 0;
  return {
    addPage(number, words) {
      const page = indexPage(words);
      for (const { spellings, names, sought } of wanted) {
        for (const [rank, keys] of spellings.entries()) {
          for (const at of page.positions.get(keys[0]!) ?? []) {
            if (++looks > LOOKS_MAX) return;
            if (!keys.every((key, offset) => page.keys[at + offset] === key || page.inner[at + offset] === key))
              continue;
            const near = nearness(names, page.keys, at, keys.length);
            if (isWorth(sought, rank, near))
              keep(sought, { page: number, rank, near, ...join(page.words.slice(at, at + keys.length)) });
          }
        }
      }
    },
    finish: () => choosePlaces(wanted.map(({ sought }) => sought)),
  };
}

const newSought = (field: string, value: string | number): Sought => ({
  field,
  length: String(value).length,
  candidates: [],
  best: { rank: Number.POSITIVE_INFINITY, near: 0 },
});

type IndexedPage = {
  words: Word[];
  keys: string[];
  inner: (string | undefined)[];
  positions: Map<string, number[]>;
};

function indexPage(all: Word[]): IndexedPage {
  const folded = all.map((word) => ({ word, key: fold(word.text) })).filter(({ key }) => key !== '');
  const keys = folded.map(({ key }) => key);
  const inner = keys.map(innerKey);
  const positions = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) {
    for (const one of new Set([key, inner[at]])) {
      if (one === undefined || one === '') continue;
      const list = positions.get(one);
      if (list) list.push(at);
      else positions.set(one, [at]);
    }
  }
  return { words: folded.map(({ word }) => word), keys, inner, positions };
}

/** Among the first few hundred, or better than all of them. */
function isWorth({ candidates, best }: Sought, rank: number, near: number): boolean {
  return candidates.length < CANDIDATES_MAX || rank < best.rank || (rank === best.rank && near > best.near);
}

function keep(sought: Sought, candidate: Candidate): void {
  const { candidates, best } = sought;
  if (candidates.length === CANDIDATES_MAX) candidates.pop();
  candidates.push(candidate);
  if (candidate.rank < best.rank || (candidate.rank === best.rank && candidate.near > best.near))
    sought.best = candidate;
}

/** How many of the field's words stand just before or after, within a line or so. */
function nearness(names: string[], keys: string[], at: number, length: number): number {
  if (names.length === 0) return 0;
  const around = keys.slice(Math.max(0, at - 8), at + length + 3);
  return names.filter((name) => around.some((key) => key === name || (name.length > 3 && key.startsWith(name)))).length;
}

/** `/invoice_total/0` → invoice, total */
const nameWords = (field: string): string[] =>
  field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .map(fold)
    .filter((name) => name.length > 1);

function join(words: Word[]): { box: Box; text: string } {
  let text = '';
  for (const word of words) text += text === '' || isUnspaced(text.at(-1)! + word.text) ? word.text : ` ${word.text}`;
  return { box: words.map((word) => word.box).reduce(union), text };
}

const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
