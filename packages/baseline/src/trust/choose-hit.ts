import type { Clue } from '../clues/clue.ts';
import { findClues } from '../clues/find-clues.ts';
import { findCandidates } from '../fill/candidates.ts';
import { findPointed } from '../fill/pointed.ts';
import { isGeneric, readMeaning } from '../schema/field.ts';
import { rivalsOf } from '../schema/rivals.ts';
import { ABOVE } from '../text/tables.ts';
import { dayOf } from './dates.ts';
import type { Found } from './find-hits.ts';
import { type Standing, standingOf } from './labels.ts';
import type { Leaf } from './leaves.ts';
import type { Hit } from './model.ts';
import { isSameNumber } from './numbers.ts';
import { type Source, statedValues } from './sources.ts';

// Chooses the right place of a value among all its occurrences: under its own label, or in the row of its record.

type Chosen = {
  hit: Hit;
  standing: 'labelled' | 'row' | 'sole' | 'bare' | 'common' | 'misplaced' | 'other-row' | 'elsewhere' | Clue['how'];
  note?: string;
};

const hitsMax = 200;
const ownMin = 0.5;
/** The row of a table is one line, but an entry of a list may be a small block. */
const rowLines = 3;
const rowsSpannedMax = 500;

export function chooseHit(leaf: Leaf, own: Found, all: { sources: Source[]; found: Map<Leaf, Found> }): Chosen {
  const { sources } = all;
  const rivals = rivalsOf(leaf.schema, leaf.siblings, leaf.value);
  const hits = own.hits.slice(0, hitsMax);
  const seen = hits.map((hit) => ({
    hit,
    ...standingOf(sources[hit.source]!.document, hit, { field: leaf.schema, rivals }),
  }));
  const best = seen.reduce((first, one) => (worth(one) > worth(first) ? one : first));
  if (leaf.row !== '') {
    const inRow = findInRow(leaf, hits, all);
    if (inRow.hit !== undefined) return { hit: inRow.hit, standing: 'row' };
    if (inRow.isElsewhere)
      return { hit: best.hit, standing: 'other-row', note: 'The value is in the row of another record.' };
    if (best.own >= ownMin && best.own >= best.rival) return { hit: best.hit, standing: 'labelled' };
    return { hit: best.hit, standing: 'bare' };
  }
  if (best.own >= ownMin && best.own >= best.rival - 0.1) return { hit: best.hit, standing: 'labelled' };
  const placed = findPlaced(leaf, hits, sources);
  if (placed !== undefined) return placed;
  // "date" asks for the date of the text, whatever it is of.
  if (isGeneric(leaf.schema) && !best.rivalIsSibling && isSole(leaf, sources))
    return { hit: best.hit, standing: 'sole' };
  if (isRivals(best))
    return { hit: best.hit, standing: 'misplaced', note: `The value is under the label '${best.rivalName}'.` };
  if (hasOther(leaf, own, sources))
    return { hit: best.hit, standing: 'elsewhere', note: 'The label of this field has another value.' };
  if (own.kind === 'number' && hits.length > 2 && String(leaf.value).length <= 2)
    return { hit: best.hit, standing: 'common' };
  return { hit: best.hit, standing: isSole(leaf, sources) ? 'sole' : 'bare' };
}

/** Whether the sources have no other value of this kind, so that it cannot be mistaken. */
function isSole({ schema }: Leaf, sources: Source[]): boolean {
  const { kind } = readMeaning(schema);
  const values = new Set(sources.flatMap(({ document }) => findCandidates(document, kind).map(({ value }) => value)));
  return values.size === 1;
}

/** Whether one of the places has a clue for this field: a title, a heading, sums that work out, a letterhead. */
function findPlaced(leaf: Leaf, hits: Hit[], sources: Source[]): Chosen | undefined {
  for (const hit of hits) {
    const { document } = sources[hit.source]!;
    const clue = [...findClues(leaf.schema, document), ...findPointed(leaf.schema, document, { isCheck: true })].find(
      ({ start, end }) => start < hit.end && hit.start < end,
    );
    if (clue !== undefined) return { hit, standing: clue.how };
  }
  return undefined;
}

const worth = ({ own, rival }: Standing): number => own - Math.max(0, rival - own);

/** Whether the label of something else is nearer than its own, even at its best place. */
const isRivals = ({ own, rival }: Standing): boolean => rival >= 0.75 && rival > own + 0.2;

/** Whether the field's label occurs elsewhere with another value. */
function hasOther(leaf: Leaf, own: Found, sources: Source[]): boolean {
  if (own.kind !== 'number' && own.kind !== 'date') return false;
  const values = sources.flatMap((source) => statedValues(source, leaf.schema));
  if (values.length === 0) return false;
  return !values.some(({ value }) =>
    own.kind === 'number'
      ? isSameNumber(Math.abs(Number(value)), Math.abs(Number(leaf.value)))
      : String(value).slice(0, 10) === dayOf(String(leaf.value)),
  );
}

type All = { sources: Source[]; found: Map<Leaf, Found> };
type Line = { source: number; line: number };

/** Where the members of a record are: the line that most of them share, or a block of lines. */
type Row = { at: Line; members: number; isTable: boolean };
const rows = new WeakMap<Map<Leaf, Found>, Map<string, Row | undefined>>();

const lineOf = ({ source, start }: Hit, sources: Source[]): Line => ({
  source,
  line: sources[source]!.document.lineAt(start).index,
});

/** Finds a place in or near the lines of the other members of its record. */
function findInRow(leaf: Leaf, hits: Hit[], all: All): { hit?: Hit; isElsewhere: boolean } {
  const row = rowOf(leaf.row, all);
  if (row === undefined || row.members < 2) return { isElsewhere: false };
  const apart = (hit: Hit): number => linesApart(row, hit, all.sources);
  if (isOfAnother(leaf, hits, all)) return { isElsewhere: true };
  const nearest = hits.reduce((best, hit) => (apart(hit) < apart(best) ? hit : best));
  // A text may wrap within its cell, and a scan may break the row itself.
  const isLoose = all.found.get(leaf)!.kind === 'text' || all.sources[row.at.source]!.recognized;
  const allowed = row.isTable ? (isLoose ? 1 : 0) : rowLines;
  return apart(nearest) <= allowed ? { hit: nearest, isElsewhere: false } : { isElsewhere: row.isTable };
}

function linesApart({ at }: { at: Line }, hit: Hit, sources: Source[]): number {
  const { source, line } = lineOf(hit, sources);
  if (source !== at.source) return Number.POSITIVE_INFINITY;
  return isMergedDown(sources[source]!, line, at.line) ? 0 : Math.abs(line - at.line);
}

/**
 * Whether every place of the value is nearer to another record of the list that has the same value. A value that
 * stands there once belongs to one of them. Near is what the other members of a record are: the value itself would
 * draw its record to its own line.
 */
function isOfAnother(leaf: Leaf, hits: Hit[], all: All): boolean {
  const list = leaf.row.replace(/[^/]+$/, '');
  const name = leaf.field.slice(leaf.row.length);
  const others = [...all.found.keys()].filter(
    (one) =>
      one.row !== leaf.row &&
      one.value === leaf.value &&
      one.row.replace(/[^/]+$/, '') === list &&
      one.field.slice(one.row.length) === name,
  );
  if (others.length === 0) return false;
  const own = restOf(leaf, all);
  const apart = (lines: Line[], hit: Hit): number =>
    Math.min(...lines.map((at) => linesApart({ at }, hit, all.sources)));
  if (own.length === 0 || hits.some((hit) => apart(own, hit) === 0)) return false;
  return hits.every((hit) => others.some((one) => apart(restOf(one, all), hit) < apart(own, hit)));
}

const rests = new WeakMap<Leaf, Line[]>();

/** The lines that most of the other members of a record share. */
function restOf(leaf: Leaf, all: All): Line[] {
  const known = rests.get(leaf);
  if (known !== undefined) return known;
  const { votes } = votesOf(leaf.row, all, leaf);
  const most = Math.max(...votes.map(({ members }) => members));
  const lines = votes.filter(({ members }) => members === most).map(({ at }) => at);
  rests.set(leaf, lines);
  return lines;
}

/** A cell that spans rows is in the first of them and applies to all. */
function isMergedDown({ document: { lines } }: Source, from: number, to: number): boolean {
  if (from >= to || to - from > rowsSpannedMax) return false;
  return lines.slice(from + 1, to + 1).every(({ text }) => text.split('|').some((cell) => cell.trim() === ABOVE));
}

/** Whether it is a line of a table. An entry of a list may span several lines. */
function isTableLine({ source, line }: Line, sources: Source[]): boolean {
  const { tables, lines } = sources[source]!.document;
  const text = lines[line]?.text ?? '';
  return (
    tables.some(({ firstLine, lastLine }) => line > firstLine && line <= lastLine) ||
    text.split(/\||\t|\s{2,}/).filter((cell) => cell.trim() !== '').length >= 3
  );
}

function rowOf(name: string, all: All): Row | undefined {
  const known = rows.get(all.found) ?? new Map<string, Row | undefined>();
  rows.set(all.found, known);
  if (known.has(name)) return known.get(name);
  const { votes, members } = votesOf(name, all);
  const best = votes.sort((a, b) => b.members - a.members || b.weight - a.weight)[0];
  const isTable =
    best !== undefined && best.members >= 2 && best.members * 2 >= members && isTableLine(best.at, all.sources);
  const row = best && { at: best.at, members, isTable };
  known.set(name, row);
  return row;
}

type Vote = { at: Line; members: number; weight: number };

/** Lists the lines with members of a record, and how many members stand anywhere. */
function votesOf(name: string, { sources, found }: All, without?: Leaf): { votes: Vote[]; members: number } {
  const votes = new Map<string, Vote>();
  let members = 0;
  for (const [leaf, { hits, kind }] of found) {
    if (leaf.row !== name || leaf === without || hits.length === 0) continue;
    members += 1;
    const lines = new Map(hits.slice(0, hitsMax).map((hit) => [`${hit.source} ${lineOf(hit, sources).line}`, hit]));
    for (const [key, hit] of lines) {
      const vote = votes.get(key) ?? { at: lineOf(hit, sources), members: 0, weight: 0 };
      votes.set(key, vote);
      vote.members += 1;
      // Rare values say more about the row than frequent ones, and words more than numbers.
      vote.weight += 1 / lines.size + (kind === 'text' ? 0.5 : 0);
    }
  }
  return { votes: [...votes.values()], members };
}
