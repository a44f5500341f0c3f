import type { Box } from '../model/box.ts';

// The input of layout: words with their positions on the upright page, whatever their source.

export type Piece = {
  text: string;
  /** On the upright page. */
  box: Box;
  /** On the page as displayed. The same unless the page had to be turned. */
  seen: Box;
  confidence: number;
  /** The word was hyphenated here: the next piece belongs to it. */
  broken?: boolean;
  /** There is no space between the piece before and this one. */
  glued?: boolean;
  /** Set for a check box, drawn or filled in. Its text is `[x]` or `[ ]`. */
  checked?: boolean;
};

/** A drawn line with its ends. */
export type Rule = { from: number; to: number; at: number };
export type Rules = { horizontal: Rule[]; vertical: Rule[] };

/** Words that follow each other on a line without a wide gap. */
export type Segment = { pieces: Piece[]; box: Box };
/** Segments beside each other, from left to right. */
export type Row = { segments: Segment[]; box: Box };

export const heightOf = ({ box }: { box: Box }): number => Math.max(0.1, box[3] - box[1]);
export const widthOf = ({ box }: { box: Box }): number => box[2] - box[0];

export const isBar = ({ text }: Piece): boolean => text === '|';

/** A number, with its currency sign or percent. */
export const isFigure = ({ text }: Piece): boolean => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);

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
