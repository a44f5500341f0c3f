import type { FileCoverage } from '@errand/contract/trust.ts';
import type { DocumentPage } from '@errand/documents/model/document.ts';
import type { DocumentSource } from '@errand/documents/parse-document.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import type { ModelPart } from '../engine/model-call.ts';
import type { TrustPiece } from '../trust/judge-extraction.ts';
import { pagePiece } from '../trust/pieces.ts';
import { coverageOf } from './coverage.ts';
import { openSource, readSourceNames } from './open-source.ts';
import { readDocument } from './read-document.ts';

const IMAGES_MAX = 20;
/** Total of all images of a job. During a call to a provider, several copies are in memory. */
const IMAGE_BYTES_MAX = 20 * 1024 * 1024;

type ReadImagesOptions = {
  /** Whether the model reads images. */
  sees: boolean;
  checks: boolean;
  languages?: readonly string[] | undefined;
  /** Number of the first file among the documents of the job. */
  firstDocument: number;
};

/**
 * Reads images and pages of PDF files, by id or URL. A model that reads images gets them unchanged; other models get
 * their text. The step records only counts, so a later attempt reads the files again.
 */
export async function readImages(
  context: EngineContext,
  value: unknown,
  { sees, checks, languages, firstDocument }: ReadImagesOptions,
): Promise<{ images: ModelPart[]; text: string; pieces: TrustPiece[]; coverage: FileCoverage[] }> {
  const names = readSourceNames(value, 'images', IMAGES_MAX);
  const images: ModelPart[] = [];
  const texts: string[] = [];
  const pieces: TrustPiece[] = [];
  const coverage: FileCoverage[] = [];
  let bytes = 0;
  for (const [index, name] of names.entries()) {
    const source = await openSource(context, name, { bytesMax: IMAGE_BYTES_MAX });
    const pages = await readPages(context, source, { sees, recognizes: !sees || checks, languages });
    coverage.push(coverageOf(source.name, { pages, pageCount: pages.length, notes: [] }, sees));
    for (const page of pages) {
      pieces.push(pagePiece(source.name, { ...page, kind: 'image' as const }, firstDocument + index));
      // A model that sees the page gets its embedded text as well, but no text from OCR.
      if (page.text.trim() !== '' && !(sees && page.recognized)) texts.push(page.text.trim());
      if (page.image === undefined) continue;
      bytes += page.image.data.length;
      images.push({ type: 'image', ...page.image });
    }
    if (images.length > IMAGES_MAX)
      throw new EngineFailure(
        `There are more than ${IMAGES_MAX} images and pages in total. Split them over several jobs.`,
        {
          code: 'errand.documents.too_large',
        },
      );
    if (bytes > IMAGE_BYTES_MAX)
      throw new EngineFailure(
        `The images are larger than ${IMAGE_BYTES_MAX / 1024 ** 2} MB in total. Split them over several jobs.`,
        {
          code: 'errand.documents.too_large',
        },
      );
  }
  return { images, text: texts.join('\n\n'), pieces, coverage };
}

async function readPages(
  context: EngineContext,
  source: DocumentSource,
  { sees, recognizes, languages }: { sees: boolean; recognizes: boolean; languages: readonly string[] | undefined },
): Promise<DocumentPage[]> {
  let pages: DocumentPage[] | undefined;
  const read = async (): Promise<DocumentPage[]> => {
    const document = await readDocument(source, {
      // One page more than allowed, to detect files with too many.
      pages: Array.from({ length: IMAGES_MAX + 1 }, (_, index) => index + 1),
      images: sees,
      ocr: recognizes ? 'scans' : 'never',
      languages,
      signal: context.signal,
    });
    if (document.kind !== 'image' && document.kind !== 'pdf')
      throw new EngineFailure(`'${source.name}' must be a PNG, JPEG, WebP, GIF, BMP or TIFF image or a PDF file.`, {
        code: 'errand.documents.unreadable',
      });
    if (document.pages.length > IMAGES_MAX)
      throw new EngineFailure(
        `'${source.name}' has more than ${IMAGES_MAX} pages. Use PDFExtractionEngine for long files.`,
        { code: 'errand.documents.too_large' },
      );
    return document.pages;
  };
  await context.step(
    `read ${source.name}`,
    async (usage) => {
      usage.untrusted = 'document';
      pages = await read();
      return { pages: pages.length, recognized: pages.filter((page) => page.recognized).length };
    },
    { kind: 'tool' },
  );
  return pages ?? read();
}
