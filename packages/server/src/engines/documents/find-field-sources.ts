import { isJsonObject } from '#platform/json.ts';
import type { GatheredPage } from './gather-pages.ts';
import type { Box, Word } from './model.ts';

/** `field` is a JSON pointer into the output. */
export type FieldSource = { field: string; file: string; page: number; box: Box; text: string };

const FIELDS_MAX = 500;
/** Longer values are put together by a model, not copied. */
const WORDS_MAX = 40;

/**
 * Where the values of an output stand, as far as they stand there word for word; numbers and dates are found in the
 * ways people write them. Of several places the one next to words like the field's name is taken.
 */
export function findFieldSources(value: unknown, pages: GatheredPage[]): FieldSource[] {
  const indexed = pages.map((page) => ({
    page,
    words: (page.words ?? []).map((word) => ({ word, key: fold(word.text) })),
  }));
  const sources: FieldSource[] = [];
  for (const { field, leaf } of leavesOf(value)) {
    const found = sources.length < FIELDS_MAX ? findBest(field, leaf, indexed) : undefined;
    if (found) sources.push(found);
  }
  return sources;
}

type Indexed = { page: GatheredPage; words: { word: Word; key: string }[] };

function* leavesOf(value: unknown, field = ''): Generator<{ field: string; leaf: string | number }> {
  if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) yield { field, leaf: value };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${field}/${index}`);
  else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      yield* leavesOf(item, `${field}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  }
}

function findBest(field: string, leaf: string | number, indexed: Indexed[]): FieldSource | undefined {
  const names = nameWords(field);
  let best: (FieldSource & { score: number }) | undefined;
  for (const wanted of spellings(leaf)) {
    for (const { page, words } of indexed) {
      for (let at = 0; at + wanted.length <= words.length; at += 1) {
        if (!wanted.every((key, offset) => words[at + offset]!.key === key)) continue;
        const found = words.slice(at, at + wanted.length).map(({ word }) => word);
        const score = nearness(names, words, at, wanted.length);
        if (best && best.score >= score) continue;
        best = {
          field,
          file: page.source.name,
          page: page.number,
          box: found.map((word) => word.box).reduce(union),
          text: found.map((word) => word.text).join(' '),
          score,
        };
      }
    }
    // The first spelling that is there at all is the nearest to the value.
    if (best) break;
  }
  if (!best) return undefined;
  const { score: _score, ...source } = best;
  return source;
}

/** How many of the field's words stand just before or after, within a line or so. */
function nearness(names: string[], words: Indexed['words'], at: number, length: number): number {
  const around = words.slice(Math.max(0, at - 8), at + length + 3).map(({ key }) => key);
  return names.filter((name) => around.some((key) => key === name || (name.length > 3 && key.startsWith(name)))).length;
}

/** `/invoice_total/0` → invoice, total */
const nameWords = (field: string): string[] =>
  field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .map(fold)
    .filter((name) => name.length > 1);

/** The ways in which a value may be written, as lists of words, the plainest first. */
function spellings(leaf: string | number): string[][] {
  const texts = [String(leaf)];
  const date = typeof leaf === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(leaf) : null;
  if (date) texts.push(...dateTexts(date[1]!, Number(date[2]), Number(date[3])));
  const number = typeof leaf === 'number' ? leaf : /^-?\d+(\.\d+)?$/.test(leaf) ? Number(leaf) : undefined;
  if (number !== undefined) texts.push(...numberTexts(number));
  return texts
    .map((text) =>
      text
        .split(/\s+/)
        .map(fold)
        .filter((key) => key !== ''),
    )
    .filter((keys) => keys.length > 0 && keys.length <= WORDS_MAX);
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

function dateTexts(year: string, month: number, day: number): string[] {
  const name = MONTHS[month - 1];
  if (name === undefined) return [];
  const [dd, mm] = [String(day).padStart(2, '0'), String(month).padStart(2, '0')];
  const words = [name, name.slice(0, 3)].flatMap((word) => [
    `${day} ${word} ${year}`,
    `${dd} ${word} ${year}`,
    `${word} ${day} ${year}`,
    `${word} ${dd} ${year}`,
  ]);
  const days = [`${dd}.${mm}.${year}`, `${day}.${month}.${year}`, `${dd}/${mm}/${year}`, `${mm}/${dd}/${year}`];
  return [...words, ...days, `${month}/${day}/${year}`, `${year}/${mm}/${dd}`];
}

function numberTexts(value: number): string[] {
  const english = [0, 2].map((digits) => value.toLocaleString('en-US', { minimumFractionDigits: digits }));
  const continental = english.map((text) => text.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')));
  return [...english, value.toFixed(2), ...continental, value.toFixed(2).replace('.', ',')];
}

/** Without case, signs of currency and punctuation at the ends: `"EUR:` and `eur` are the same. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}-]+|[^\p{L}\p{N}%]+$/gu, '');
}

const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
