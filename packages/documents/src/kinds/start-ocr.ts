import type { ParseRequest } from '../model/request.ts';
import type { Raster } from '../recognition/raster.ts';
import type { Recognized } from '../recognition/recognized.ts';
import type { recognizedPage } from '../recognition/recognized-page.ts';
import type { DecodeImage } from './decode-image.ts';

export type Ocr = {
  recognize(raster: Raster): Promise<Recognized>;
  decode: DecodeImage;
  toPage: typeof recognizedPage;
};

/** OCR and its libraries take a quarter of a second to load, so only files that need them wait for them. */
export async function startOcr({ ocr, languages }: Pick<ParseRequest, 'ocr' | 'languages'>): Promise<Ocr | undefined> {
  if (ocr === 'never') return undefined;
  const [{ startRecognizer }, { recognizedPage: toPage }, { createImageDecoder }, { loadPdfium }] = await Promise.all([
    import('../recognition/recognizer.ts'),
    import('../recognition/recognized-page.ts'),
    import('./decode-image.ts'),
    import('./pdfium.ts'),
  ]);
  const [{ recognize, toPng }, pdfium] = await Promise.all([startRecognizer(languages), loadPdfium()]);
  return { recognize, decode: createImageDecoder({ pdfium, toPng }), toPage };
}
