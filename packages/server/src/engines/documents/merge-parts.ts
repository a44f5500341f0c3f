import { locate } from '@errand/documents/places/locate.ts';
import type { LocatablePage } from '@errand/documents/places/place.ts';
import { isJsonObject } from '#platform/json.ts';

/** The value extracted from one part of a document, and the pages of that part. */
export type Part = { value: unknown; pages: readonly LocatablePage[] };

/** Longer texts are not compared; the first one wins. */
const CHARACTERS_MAX = 400;

/**
 * Merges the values from the parts of a long document. Lists are concatenated. If a field has several values, the one
 * closest to the field's name in its own pages wins, or else the first, so that a guess on page 3 does not hide the
 * labelled value on page 217.
 */
export function mergeParts(parts: readonly Part[], field = ''): unknown {
  const given = parts.filter(({ value }) => !isMissing(value));
  const [first] = given;
  if (first === undefined) return parts.find(({ value }) => value !== undefined)?.value;
  if (given.every(({ value }) => Array.isArray(value))) return given.flatMap(({ value }) => value as unknown[]);
  if (given.every(({ value }) => isJsonObject(value))) return mergeObjects(given, parts, field);
  return best(given, field).value;
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function mergeObjects(given: readonly Part[], all: readonly Part[], field: string): unknown {
  const names = new Set(given.flatMap(({ value }) => Object.keys(value as object)));
  const of = (name: string): Part[] =>
    all
      .filter(({ value }) => isJsonObject(value))
      .map(({ value, pages }) => ({ value: (value as Record<string, unknown>)[name], pages }));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      mergeParts(of(name), `${field}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}

function best(given: readonly Part[], field: string): Part {
  if (new Set(given.map(({ value }) => JSON.stringify(value))).size === 1) return given[0]!;
  const scored = given.map((part) => ({ part, score: scoreOf(part, field) }));
  return scored.reduce((most, one) => (one.score > most.score + 0.05 ? one : most)).part;
}

function scoreOf({ value, pages }: Part, field: string): number {
  if (typeof value === 'object' || String(value).length > CHARACTERS_MAX) return 0;
  return locate(pages, { field, value: value as string | number | boolean })[0]?.score ?? 0;
}
