import type { ParseRequest } from '../model/request.ts';
import type { Recognize } from './ocr.ts';
import type { recognizedPage } from './recognized-page.ts';

export type Ocr = { recognize: Recognize; toPage: typeof recognizedPage };

/** OCR and its libraries take a third of a second to load, so only files that need them wait for them. */
export async function startOcr({ ocr, languages }: Pick<ParseRequest, 'ocr' | 'languages'>): Promise<Ocr | undefined> {
  if (ocr === 'never') return undefined;
  const [{ startRecognizer }, { recognizedPage: toPage }] = await Promise.all([
    import('./ocr.ts'),
    import('./recognized-page.ts'),
  ]);
  return { recognize: await startRecognizer(languages), toPage };
}
