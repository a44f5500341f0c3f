import type { Arranger } from '../layout/arrange.ts';
import { withCheckBoxes, withMisreadBrackets } from '../layout/check-boxes.ts';
import type { Box } from '../model/box.ts';
import type { DocumentPage } from '../model/document.ts';
import { languageOf } from './ocr-languages.ts';
import { confidenceOf, type Recognized } from './recognized.ts';

/** Arranges the recognized words of a page in reading order. `scale` is page units per pixel. */
export function recognizedPage(
  arrange: Arranger,
  { pieces: found, turn }: Recognized,
  scale = 1,
): Pick<DocumentPage, 'text' | 'blocks' | 'words' | 'recognized' | 'confidence' | 'turned' | 'language'> {
  const scaled = (box: Box): Box => box.map((edge) => edge * scale) as Box;
  const pieces = found.map((piece) => ({ ...piece, box: scaled(piece.box), seen: scaled(piece.seen) }));
  const composed = arrange(withCheckBoxes(withMisreadBrackets(pieces)));
  const language = languageOf(composed.text);
  return {
    ...composed,
    recognized: true,
    confidence: Math.round(confidenceOf(pieces) * 1_000) / 1_000,
    ...(turn !== 0 && { turned: turn }),
    ...(language !== undefined && { language }),
  };
}
