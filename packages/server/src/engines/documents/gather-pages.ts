import type { DocumentKind, DocumentPage, OutlineEntry, ParsedDocument } from '@errand/documents/model/document.ts';
import type { DocumentSource, ReadOptions } from '@errand/documents/parse-document.ts';
import type { EngineContext } from '../engine/engine.ts';
import { readDocument } from './read-document.ts';

/** OCR costs time and memory per page, so scans are read in portions. */
const PORTION = 8;

/** `kind` is that of the file. A part of a container has its own. */
export type GatheredPage = DocumentPage & { source: DocumentSource; kind: DocumentKind };
export type Gathered = {
  pages: GatheredPage[];
  pageCount: number;
  outline: OutlineEntry[];
  title: string;
  /** Sentences for the owner that say what was left out, and why. */
  notes: string[];
};

type GatherOptions = {
  /** Whether scans are read by OCR. Otherwise they stay without text. */
  ocr: boolean;
  /** Languages of scans, as ISO 639-3 codes. Default: detected. */
  languages?: readonly string[] | undefined;
  choose?: ((pageCount: number) => number[]) | undefined;
};

/**
 * Reads the pages of a document with their text. The step records only how much was read, so that the journal stays
 * small. A later attempt reads again, which costs time but no money.
 */
export async function gatherPages(
  context: EngineContext,
  source: DocumentSource,
  options: GatherOptions,
): Promise<Gathered> {
  let gathered: Gathered | undefined;
  const read = async (): Promise<Gathered> => readAll(context, source, options);
  await context.step(
    `read ${source.name}`,
    async (usage) => {
      usage.untrusted = 'document';
      gathered = await read();
      return {
        pages: gathered.pages.length,
        of: gathered.pageCount,
        characters: gathered.pages.reduce((sum, page) => sum + page.text.length, 0),
        recognized: gathered.pages.filter((page) => page.recognized).length,
        ...(gathered.notes.length > 0 && { notes: gathered.notes.slice(0, 20) }),
      };
    },
    { kind: 'tool' },
  );
  return gathered ?? read();
}

async function readAll(context: EngineContext, source: DocumentSource, options: GatherOptions): Promise<Gathered> {
  const { signal } = context;
  // Pages come one by one, so a file of hundreds shows how far it is.
  const onPage = (read: number): void => context.progress({ reading: source.name, page: read });
  const document = await readChosen(source, { signal, onPage }, options.choose);
  // No model sees the image of a scan inside an office file, so OCR reads it in any case.
  const scans = document.pages.filter((page) => page.scanned && (options.ocr || page.width === 0));
  for (let from = 0; from < scans.length; from += PORTION) {
    context.progress({ recognizing: source.name, page: from, of: scans.length });
    const pages = scans.slice(from, from + PORTION).map((page) => page.number);
    const recognizing = (read: number): void =>
      context.progress({ recognizing: source.name, page: from + read, of: scans.length });
    const read = await readDocument(source, {
      ...{ pages, ocr: 'scans', languages: options.languages, signal },
      onPage: recognizing,
    });
    for (const page of read.pages) {
      const scan = scans.find(({ number }) => number === page.number)!;
      // The picture has become text.
      delete scan.pictures;
      Object.assign(scan, page);
    }
  }
  return {
    pages: document.pages.map((page) => ({ ...page, source, kind: document.kind })),
    pageCount: document.pageCount,
    outline: document.outline ?? [],
    title: document.title ?? '',
    notes: [...(document.notes ?? []), ...(document.parts ?? []).flatMap(({ note }) => note ?? [])],
  };
}

/** The page count is known only after opening the document. */
async function readChosen(
  source: DocumentSource,
  options: ReadOptions,
  choose: GatherOptions['choose'],
): Promise<ParsedDocument> {
  if (choose === undefined) return readDocument(source, options);
  const { pageCount } = await readDocument(source, { ...options, pages: [1] });
  return readDocument(source, { ...options, pages: choose(pageCount) });
}

/** Returns images of pages for a model that reads images. */
export async function imagesOf(
  context: EngineContext,
  pages: GatheredPage[],
): Promise<{ data: Uint8Array; mediaType: string }[]> {
  const images = new Map<GatheredPage, { data: Uint8Array; mediaType: string }>();
  for (const source of new Set(pages.map((page) => page.source))) {
    const own = pages.filter((page) => page.source === source);
    const read = await readDocument(source, {
      pages: own.map((page) => page.number),
      images: true,
      signal: context.signal,
    });
    for (const { number, image } of read.pages) {
      const page = own.find((one) => one.number === number);
      if (page && image) images.set(page, image);
    }
  }
  return pages.flatMap((page) => images.get(page) ?? []);
}
