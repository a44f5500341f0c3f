import type { Box } from '../model/box.ts';

/** How far a page must be turned clockwise to be upright. */
export type Turn = 0 | 90 | 180 | 270;

/**
 * Decides by the direction from the first to the last letter of the words. Nearly all must agree, because some labels
 * are vertical.
 */
export function turnOf(words: readonly { text: string; first: Box; last: Box }[]): Turn {
  const votes = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { text, first, last } of words) {
    if (text.length < 2 || first === last) continue;
    const [dx, dy] = [last[0] + last[2] - first[0] - first[2], last[1] + last[3] - first[1] - first[3]];
    if (Math.abs(dx) >= Math.abs(dy)) votes[dx >= 0 ? 0 : 180] += text.length;
    // Text that runs downwards was turned to the right.
    else votes[dy > 0 ? 270 : 90] += text.length;
  }
  const all = votes[0] + votes[90] + votes[180] + votes[270];
  const best = ([0, 90, 180, 270] as const).reduce((most, turn) => (votes[turn] > votes[most] ? turn : most));
  return all > 0 && votes[best] > all * 0.6 ? best : 0;
}

/** Returns the position of a displayed box after the page is turned. */
export function turnBox(
  [left, top, right, bottom]: Box,
  turn: Turn,
  { width, height }: { width: number; height: number },
): Box {
  if (turn === 90) return [height - bottom, left, height - top, right];
  if (turn === 180) return [width - right, height - bottom, width - left, height - top];
  return turn === 270 ? [top, width - right, bottom, width - left] : [left, top, right, bottom];
}

/** Below this, a line of a page shifts by less than a letter. */
const SLOPE_MIN = 0.003;
/** Steeper text is slanted on purpose. */
const SLOPE_MAX = 0.2;

/** Returns the slope of the lines on the upright page: the median over long words, or 0 if they are level. */
export function slopeOf(ends: readonly { first: Box; last: Box }[]): number {
  const slopes = ends
    .map(({ first, last }) => [last[0] - first[0], (last[1] + last[3] - first[1] - first[3]) / 2] as const)
    .filter(([across]) => across > 12)
    .map(([across, down]) => down / across)
    .sort((a, b) => a - b);
  const slope = slopes[slopes.length >> 1] ?? 0;
  return Math.abs(slope) >= SLOPE_MIN && Math.abs(slope) <= SLOPE_MAX ? slope : 0;
}

/** Moves a box as if its line were level. */
export function levelBox([left, top, right, bottom]: Box, slope: number): Box {
  const down = (slope * (left + right)) / 2;
  return [left, top - down, right, bottom - down];
}
