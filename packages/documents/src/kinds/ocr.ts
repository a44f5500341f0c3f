import { fileURLToPath } from 'node:url';
import { createWorker, OEM } from 'tesseract.js';
import type { Piece } from '../layout/piece.ts';
import type { Box } from '../model/box.ts';

export type Recognize = (image: Uint8Array) => Promise<Piece[]>;

/** Text and words of an image, by a recognizer of English that lies in a package: nothing is downloaded. */
export async function startRecognizer(): Promise<Recognize> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: fileURLToPath(new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/eng'))),
    gzip: true,
    cacheMethod: 'none',
    // The default would throw where nobody can catch; a failed call rejects anyway.
    errorHandler: () => undefined,
  });
  return async (image) => {
    const { data } = await worker.recognize(Buffer.from(image), {}, { text: false, blocks: true });
    return (data.blocks ?? [])
      .flatMap((block) => block.paragraphs)
      .flatMap((paragraph) => paragraph.lines)
      .flatMap((line) => line.words)
      .map(({ text, bbox, confidence }): Piece => {
        const box: Box = [bbox.x0, bbox.y0, bbox.x1, bbox.y1];
        return { text, box, seen: box, confidence: confidence / 100 };
      });
  };
}
