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
/** For all images of a job together: several copies are in memory during a call to a provider. */
const IMAGE_BYTES_MAX = 20 * 1024 * 1024;

type ReadImagesOptions = {
  /** Whether the model reads images. */
  sees: boolean;
  checks: boolean;
  languages?: readonly string[] | undefined;
  /** Files are documents, numbered from here. */
  firstDocument: number;
};

/**
 * Images and pages of PDF files, by id or address. A model that reads images gets them unchanged; another one gets
 * their text. The step records only which files were read, so a later attempt reads them again.
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
      // A model that sees the page gets what is printed on it as text, not what OCR made of it.
      if (page.text.trim() !== '' && !(sees && page.recognized)) texts.push(page.text.trim());
      if (page.image === undefined) continue;
      bytes += page.image.data.length;
      images.push({ type: 'image', ...page.image });
    }
    if (images.length > IMAGES_MAX)
      throw new EngineFailure(`There are more than ${IMAGES_MAX} images and pages.`, {
        code: 'errand.documents.too_large',
      });
    if (bytes > IMAGE_BYTES_MAX)
      throw new EngineFailure(`The images have more than ${IMAGE_BYTES_MAX / 1024 ** 2} MB together.`, {
        code: 'errand.documents.too_large',
      });
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
      // One more than allowed, to detect that there are too many.
      pages: Array.from({ length: IMAGES_MAX + 1 }, (_, index) => index + 1),
      images: sees,
      ocr: recognizes ? 'scans' : 'never',
      languages,
      signal: context.signal,
    });
    if (document.kind !== 'image' && document.kind !== 'pdf')
      throw new EngineFailure(
        `'${source.name}' is no image: PNG, JPEG, WebP, GIF, BMP and TIFF images and PDF files can be read here.`,
        { code: 'errand.documents.unreadable' },
      );
    if (document.pages.length > IMAGES_MAX)
      throw new EngineFailure(
        `'${source.name}' has more than ${IMAGES_MAX} pages; PDFExtractionEngine reads long files.`,
        { code: 'errand.documents.too_large' },
      );
    return document.pages;
  };
  await context.step(
    `read ${source.name}`,
    async () => {
      pages = await read();
      return { pages: pages.length, recognized: pages.filter((page) => page.recognized).length };
    },
    { kind: 'tool' },
  );
  return pages ?? read();
}
