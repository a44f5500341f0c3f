import type { Piece } from '../layout/piece.ts';
import type { Turn } from '../layout/turn.ts';

/** The words of a picture, with boxes in its pixels. */
export type Recognized = { pieces: Piece[]; turn: Turn };

export const lettersOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);

/** Returns the mean confidence of the letters. */
export function confidenceOf(pieces: readonly Piece[]): number {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : pieces.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}
