import type { Box } from '../model/box.ts';

// What layout works on: words as a reader of the upright page sees them, wherever they come from.

export type Piece = {
  text: string;
  /** On the upright page. */
  box: Box;
  /** On the page as it is; the same unless the page had to be turned. */
  seen: Box;
  confidence: number;
  /** The typesetter broke the word here: the next piece belongs to it. */
  broken?: boolean;
  /** Nothing stands between the piece before and this one. */
  glued?: boolean;
  /** A check box, drawn or filled in; its text is `[x]` or `[ ]`. */
  checked?: boolean;
};

/** A line that is drawn, with its ends. */
export type Rule = { from: number; to: number; at: number };
export type Rules = { horizontal: Rule[]; vertical: Rule[] };

/** Words that follow each other on a line without a wide gap. */
export type Segment = { pieces: Piece[]; box: Box };
/** What stands beside each other, from left to right. */
export type Row = { segments: Segment[]; box: Box };

export const heightOf = ({ box }: { box: Box }): number => Math.max(0.1, box[3] - box[1]);
export const widthOf = ({ box }: { box: Box }): number => box[2] - box[0];

export const isBar = ({ text }: Piece): boolean => text === '|';

export const checkBox = (checked: boolean, box: Box, seen: Box = box): Piece => ({
  text: checked ? '[x]' : '[ ]',
  box,
  seen,
  confidence: 1,
  checked,
});

export function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
