import type { Box, FoundPlace } from '../model/document.ts';

export type Candidate = {
  page: number;
  box: Box;
  text: string;
  /** Of the spelling: 0 is the value as it is. */
  rank: number;
  /** How many words of the field's name stand around it. */
  near: number;
};
export type Sought = {
  field: string;
  length: number;
  candidates: Candidate[];
  best: Pick<Candidate, 'rank' | 'near'>;
};

/** Figures that stand everywhere count only beside their name, or in the row of what they belong to. */
const COMMON_LENGTH_MAX = 2;

/**
 * One place for each value: the plainest spelling, then the one next to words like the field's name, then the first.
 * Values of one object in a list are a row of a table, so they are sought together.
 */
export function choosePlaces(sought: Sought[]): FoundPlace[] {
  const places: FoundPlace[] = [];
  const used = new Set<string>();
  for (const row of groupRows(sought)) {
    const found = row.filter(({ candidates }) => candidates.length > 0);
    if (found.length > 1) places.push(...chooseRow(found, used));
    else if (found[0]) places.push(...chooseAlone(found[0]));
  }
  return places;
}

/** `/items/3/price` and `/items/3/name` belong together; fields outside of lists stand alone. */
export const rowOf = (field: string): string => /^.*\/\d+(?=\/)/.exec(field)?.[0] ?? field;

function groupRows(sought: Sought[]): Sought[][] {
  const rows = new Map<string, Sought[]>();
  for (const one of sought) {
    const row = rows.get(rowOf(one.field));
    if (row) row.push(one);
    else rows.set(rowOf(one.field), [one]);
  }
  return [...rows.values()];
}

function chooseAlone(one: Sought): FoundPlace[] {
  const [best] = bestSpelled(one).sort((a, b) => b.near - a.near);
  return best === undefined || (one.length <= COMMON_LENGTH_MAX && best.near === 0) ? [] : [toPlace(one.field, best)];
}

const bestSpelled = ({ candidates }: Sought): Candidate[] => {
  const rank = Math.min(...candidates.map((candidate) => candidate.rank));
  return candidates.filter((candidate) => candidate.rank === rank);
};

/** The rarest value of a row seldom stands in more than a few places. */
const CENTERS_MAX = 50;

/** Around the value that stands in the fewest places, each of the others where it is nearest; not twice the same row. */
function chooseRow(row: Sought[], used: Set<string>): FoundPlace[] {
  const anchor = row.reduce((rarest, one) => (isRarer(one, rarest) ? one : rarest));
  const others = row.filter((one) => one !== anchor);
  let best: { cost: number; chosen: [Sought, Candidate][] } | undefined;
  const free = anchor.candidates.filter((center) => !used.has(placeKey(center)));
  for (const center of (free.length > 0 ? free : anchor.candidates).slice(0, CENTERS_MAX)) {
    const chosen = others.map((one): [Sought, Candidate] => [one, nearest(one.candidates, center)]);
    const cost = chosen.reduce((sum, [, candidate]) => sum + distance(candidate, center), center.rank);
    if (best === undefined || cost < best.cost) best = { cost, chosen: [[anchor, center], ...chosen] };
  }
  used.add(placeKey(best!.chosen[0]![1]));
  return best!.chosen.map(([one, candidate]) => toPlace(one.field, candidate));
}

const placeKey = ({ page, box }: Candidate): string => `${page} ${box.join(' ')}`;

const isRarer = (a: Sought, b: Sought): boolean =>
  a.candidates.length < b.candidates.length || (a.candidates.length === b.candidates.length && a.length > b.length);

const nearest = (candidates: Candidate[], center: Candidate): Candidate =>
  candidates.reduce((best, one) => (distance(one, center) < distance(best, center) ? one : best));

const FAR = 1e6;

/** A row is wide and low: ten points down count as much as a page across. */
function distance(a: Candidate, b: Candidate): number {
  if (a.page !== b.page) return FAR * Math.abs(a.page - b.page);
  const [dx, dy] = [0, 1].map(
    (axis) => Math.abs(a.box[axis]! + a.box[axis + 2]! - b.box[axis]! - b.box[axis + 2]!) / 2,
  );
  return dy! * 50 + dx! + a.rank;
}

const toPlace = (field: string, { rank, near, ...place }: Candidate): FoundPlace => ({
  field,
  ...place,
  score: near - rank / 100,
});
