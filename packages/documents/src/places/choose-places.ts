import { type Candidate, describeCandidate, type LocatedValue } from './locate.ts';
import { type Place, placeOf } from './place.ts';

/** The most likely place of a value. */
export type ChosenPlace = { field: string; candidate: Candidate; text: string; place: Place; score: number };

/** Numbers this short occur everywhere. They count only beside their name or in the row of their record. */
const COMMON_LENGTH_MAX = 2;

/**
 * Chooses one place for each value: the plainest spelling, then the one next to words of the field's name, then the
 * first. Values of one list element are a row of a table, so they are located together.
 */
export function choosePlaces(values: readonly LocatedValue[]): ChosenPlace[] {
  const places: ChosenPlace[] = [];
  const used = new Set<string>();
  for (const row of groupRows(values)) {
    const found = row.filter(({ candidates }) => candidates.length > 0);
    if (found.length > 1) places.push(...chooseRow(found, used));
    else if (found[0]) places.push(...chooseAlone(found[0]));
  }
  return places;
}

/** `/items/3/price` and `/items/3/name` belong to one row. Fields outside of lists are their own. */
export const rowOf = (field: string): string => /^.*\/\d+(?=\/)/.exec(field)?.[0] ?? field;

function groupRows(values: readonly LocatedValue[]): LocatedValue[][] {
  const rows = new Map<string, LocatedValue[]>();
  for (const one of values) {
    const row = rows.get(rowOf(one.field));
    if (row) row.push(one);
    else rows.set(rowOf(one.field), [one]);
  }
  return [...rows.values()];
}

function chooseAlone(one: LocatedValue): ChosenPlace[] {
  const [best] = bestSpelled(one).sort((a, b) => b.near - a.near);
  return best === undefined || (lengthOf(one) <= COMMON_LENGTH_MAX && best.near === 0)
    ? []
    : [toPlace(one.field, best)];
}

const lengthOf = ({ value }: LocatedValue): number => (typeof value === 'boolean' ? Infinity : String(value).length);

const bestSpelled = ({ candidates }: LocatedValue): Candidate[] => {
  const rank = Math.min(...candidates.map((candidate) => candidate.rank));
  return candidates.filter((candidate) => candidate.rank === rank);
};

/** The rarest value of a row seldom has more than a few places. */
const CENTERS_MAX = 50;

/** Chooses the rarest value first, then the nearest place of each other value. Never uses a row twice. */
function chooseRow(row: LocatedValue[], used: Set<string>): ChosenPlace[] {
  const anchor = row.reduce((rarest, one) => (isRarer(one, rarest) ? one : rarest));
  const others = row.filter((one) => one !== anchor);
  let best: { cost: number; chosen: [LocatedValue, Candidate][] } | undefined;
  const inOrder = [...anchor.candidates].sort((a, b) => a.page.number - b.page.number || a.start - b.start);
  const free = inOrder.filter((center) => !used.has(placeKey(center)));
  for (const center of (free.length > 0 ? free : inOrder).slice(0, CENTERS_MAX)) {
    const chosen = others.map((one): [LocatedValue, Candidate] => [one, nearest(one.candidates, center)]);
    const cost = chosen.reduce((sum, [, candidate]) => sum + distance(candidate, center), center.rank);
    if (best === undefined || cost < best.cost) best = { cost, chosen: [[anchor, center], ...chosen] };
  }
  used.add(placeKey(best!.chosen[0]![1]));
  return best!.chosen.map(([one, candidate]) => toPlace(one.field, candidate));
}

const placeKey = ({ page, start }: Candidate): string => `${page.number} ${start}`;

const isRarer = (a: LocatedValue, b: LocatedValue): boolean =>
  a.candidates.length < b.candidates.length ||
  (a.candidates.length === b.candidates.length && lengthOf(a) > lengthOf(b));

const nearest = (candidates: Candidate[], center: Candidate): Candidate =>
  candidates.reduce((best, one) => (distance(one, center) < distance(best, center) ? one : best));

const FAR = 1e7;

/**
 * On a drawn page a row is wide and low, so ten points down count as much as a page across. In text, characters count.
 */
function distance(a: Candidate, b: Candidate): number {
  if (a.page !== b.page) return FAR * (1 + Math.abs(a.page.number - b.page.number));
  const [boxA, boxB] = [boxOf(a), boxOf(b)];
  if (boxA === undefined || boxB === undefined) return Math.abs(a.start - b.start) + a.rank;
  const [dx, dy] = [0, 1].map((axis) => Math.abs(boxA[axis]! + boxA[axis + 2]! - boxB[axis]! - boxB[axis + 2]!) / 2);
  return dy! * 50 + dx! + a.rank;
}

const boxes = new WeakMap<Candidate, { box: Place['box'] }>();

function boxOf(candidate: Candidate): Place['box'] {
  let known = boxes.get(candidate);
  if (known === undefined) {
    known = { box: placeOf(candidate.page, candidate.start, candidate.end).place.box };
    boxes.set(candidate, known);
  }
  return known.box;
}

function toPlace(field: string, candidate: Candidate): ChosenPlace {
  const { text, place } = describeCandidate(candidate);
  return { field, candidate, text, place, score: candidate.score };
}
