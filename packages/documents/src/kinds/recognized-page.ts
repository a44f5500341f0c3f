import type { Arranger } from '../layout/arrange.ts';
import type { Piece } from '../layout/piece.ts';
import type { Box } from '../model/box.ts';
import type { DocumentPage } from '../model/document.ts';

/** What recognition found on a page, in reading order; `scale`: units of the page per pixel. */
export function recognizedPage(
  arrange: Arranger,
  found: readonly Piece[],
  scale = 1,
): Pick<DocumentPage, 'text' | 'blocks' | 'words' | 'recognized' | 'confidence'> {
  const scaled = (box: Box): Box => box.map((edge) => edge * scale) as Box;
  const pieces = found.map((piece) => ({ ...piece, box: scaled(piece.box), seen: scaled(piece.seen) }));
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const sure = pieces.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return {
    ...arrange(pieces),
    recognized: true,
    confidence: letters === 0 ? 0 : Math.round((sure / letters) * 1_000) / 1_000,
  };
}
