import type { Piece } from '../layout/piece.ts';
import { levelBox, type Turn, turnBox } from '../layout/turn.ts';
import type { Box } from '../model/box.ts';
import { boxOfPart, type LineBox } from './line-box.ts';
import type { Letter } from './read-line.ts';

/** A wider gap without a space separates two columns, in line heights. */
const GAP_MAX = 1.1;
/** How far a letter reaches beyond the step at which it was named, in line heights. */
const REACH = 0.2;

export type Upright = { turn: Turn; width: number; height: number; slope: number };

/** Splits a line into words. Boxes are those of the picture before it was turned. */
export function toWords(line: LineBox, letters: readonly Letter[], page: Upright): Piece[] {
  const reach = (REACH * line.height) / line.width;
  const words: Letter[][] = [];
  let open: Letter[] | undefined;
  for (const letter of letters) {
    const last = open?.at(-1);
    if (last && letter.from - last.to > (GAP_MAX * line.height) / line.width) open = undefined;
    if (letter.text.trim() === '') open = undefined;
    else if (open) open.push(letter);
    else {
      open = [letter];
      words.push(open);
    }
  }
  return words.map((own, index): Piece => {
    const before = words[index - 1]?.at(-1)?.to ?? 0;
    const after = words[index + 1]?.[0]?.from ?? 1;
    const from = Math.max(own[0]!.from - reach, (before + own[0]!.from) / 2, 0);
    const to = Math.min(own.at(-1)!.to + reach, (after + own.at(-1)!.to) / 2, 1);
    return {
      text: own.map(({ text }) => text).join(''),
      ...boxes(boxOfPart(line, from, to), line, page),
      confidence: own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length,
    };
  });
}

/** The share of a line's height that its letters take. The network leaves room around them. */
const INK = 0.72;

/** The boxes of a part of the upright picture: level for the layout, and where it is seen. */
function boxes(box: Box, line: LineBox, page: Upright): { box: Box; seen: Box } {
  const middle = (box[1] + box[3]) / 2;
  const around = (half: number): Box => [box[0], middle - half, box[2], middle + half];
  // The box around a slanted word is higher than its letters.
  const level = around((INK * Math.min(box[3] - box[1], line.height)) / 2);
  const seen = around((box[3] - box[1] - (1 - INK) * line.height) / 2);
  return { box: levelBox(level, page.slope), seen: seenBox(seen, page) };
}

export function seenBox(box: Box, { turn, width, height }: Upright): Box {
  return turnBox(box, ((360 - turn) % 360) as Turn, { width, height });
}
