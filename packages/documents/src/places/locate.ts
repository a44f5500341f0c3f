import { type Block, blockAt } from '../model/blocks.ts';
import { contextOf, type ValueContext } from './context.ts';
import { indexPage, type PageIndex } from './index-page.ts';
import { type LocatablePage, type Place, placeOf } from './place.ts';
import { fold, spellingsOf } from './spellings.ts';

// Locates values in a document if they occur word for word. Numbers and dates are found in their usual spellings. All
// work is bounded, because a hostile file could make it long. A caller with many pages yields between them.

/** A value of an output to locate. `field` is a JSON pointer. */
export type SoughtValue = { field: string; value: string | number | boolean; type?: ValueType };
export const valueTypes = ['text', 'number', 'date', 'boolean'] as const;
export type ValueType = (typeof valueTypes)[number];

export type Candidate = {
  page: LocatablePage;
  /** Offset in the text of the page. */
  start: number;
  end: number;
  /** Rank of the spelling. 0 is the value itself. */
  rank: number;
  /** How many words of the field's name are around it. */
  near: number;
  /** How likely this is the field's value, from 0 to 1, by its spelling and surroundings. */
  score: number;
};

/** A candidate with its words, its place, its surroundings and the OCR confidence. */
export type Described = { text: string; place: Place; confidence: number } & ValueContext;

export type LocatedValue = SoughtValue & { candidates: Candidate[] };

/** Rows of long tables have the same numbers over and over. */
const CANDIDATES_MAX = 300;
/** Over all values and pages. Limits the work on hostile pages, such as one full of sevens. */
const LOOKS_MAX = 1_000_000;
/** Numbers this short occur everywhere and say little without their name. */
const COMMON_LENGTH_MAX = 2;

export function createLocator(values: readonly SoughtValue[]): {
  addPage(page: LocatablePage): void;
  /** Returns each value with its candidates, the best first. */
  finish(): LocatedValue[];
} {
  const wanted = values.map(toWanted);
  let looks = 0;
  return {
    addPage(page) {
      const index = indexPage(page);
      for (const one of wanted) {
        if (typeof one.sought.value === 'boolean') addCheckBoxes(one, page);
        for (const [rank, keys] of one.spellings.entries()) {
          for (const at of index.positions.get(keys[0]!) ?? []) {
            if (++looks > LOOKS_MAX) return;
            if (isAt(index, keys, at)) keep(one, toCandidate(one, page, index, { at, rank, length: keys.length }));
          }
        }
      }
    },
    finish: () =>
      wanted.map(({ sought, candidates }) => ({
        ...sought,
        candidates: candidates.sort((a, b) => b.score - a.score),
      })),
  };
}

/** Returns the candidates for one value, the best first. */
export function locate(pages: Iterable<LocatablePage>, sought: SoughtValue): Candidate[] {
  const locator = createLocator([sought]);
  for (const page of pages) locator.addPage(page);
  return locator.finish()[0]!.candidates;
}

export function describeCandidate({ page, start, end }: Candidate): Described {
  return { text: page.text.slice(start, end), ...placeOf(page, start, end), ...contextOf(page, start, end) };
}

type Wanted = {
  sought: SoughtValue;
  spellings: string[][];
  names: string[];
  candidates: Candidate[];
  worst: number;
};

const toWanted = (sought: SoughtValue): Wanted => ({
  sought,
  spellings: typeof sought.value === 'boolean' ? [] : spellingsOf(sought.value),
  names: nameWords(sought.field),
  candidates: [],
  worst: 0,
});

const isAt = (index: PageIndex, keys: string[], at: number): boolean =>
  keys.every((key, offset) => index.keys[at + offset] === key || index.inner[at + offset] === key);

function toCandidate(
  { sought, names }: Wanted,
  page: LocatablePage,
  index: PageIndex,
  { at, rank, length }: { at: number; rank: number; length: number },
): Candidate {
  const near = nearness(names, index.keys, at, length);
  const start = index.starts[at]!;
  const end = index.ends[at + length - 1]!;
  return { page, start, end, rank, near, score: scoreOf(String(sought.value), names.length, rank, near) };
}

/** A plain spelling beside the field's whole name gets the highest score. */
function scoreOf(value: string, nameCount: number, rank: number, near: number): number {
  const spelled = rank === 0 ? 1 : 0.95;
  const named = nameCount === 0 ? 0.5 : near / nameCount;
  const isCommon = value.length <= COMMON_LENGTH_MAX;
  return spelled * (isCommon ? 0.2 + 0.6 * named : 0.6 + 0.4 * named);
}

/** Keeps a candidate if there is room, or if it is better than the worst one. */
function keep(wanted: Wanted, candidate: Candidate): void {
  const { candidates } = wanted;
  if (candidates.length < CANDIDATES_MAX) {
    candidates.push(candidate);
    return;
  }
  const worst = candidates[wanted.worst]!;
  if (candidate.score <= worst.score) return;
  candidates[wanted.worst] = candidate;
  wanted.worst = candidates.reduce((least, one, at) => (one.score < candidates[least]!.score ? at : least), 0);
}

/** Finds a boolean in a check box whose label matches the field's name. */
function addCheckBoxes({ sought, names, candidates }: Wanted, page: LocatablePage): void {
  for (const block of page.blocks ?? []) {
    if (block.kind !== 'checkbox' || block.checked !== sought.value || candidates.length === CANDIDATES_MAX) continue;
    const near = countNamed(names, labelOf(page, block).split(/\s+/).map(fold));
    if (near > 0 && blockAt(page.blocks!, block.start) === block)
      candidates.push({
        page,
        start: block.start,
        end: block.end,
        rank: 0,
        near,
        score: 0.6 + (0.4 * near) / names.length,
      });
  }
}

const labelOf = ({ text }: LocatablePage, { label, start, end }: Block): string =>
  text.slice(label?.[0] ?? start, label?.[1] ?? end);

/** Counts the field's words just before or after the value, within about a line. */
function nearness(names: string[], keys: string[], at: number, length: number): number {
  return names.length === 0 ? 0 : countNamed(names, keys.slice(Math.max(0, at - 8), at + length + 3));
}

const countNamed = (names: string[], keys: string[]): number =>
  names.filter((name) => keys.some((key) => key === name || (name.length > 3 && key.startsWith(name)))).length;

/** `/invoice_total/0` → invoice, total */
export const nameWords = (field: string): string[] =>
  field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .map(fold)
    .filter((name) => name.length > 1);
