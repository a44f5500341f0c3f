import { type Arranger, createArranger } from '../layout/arrange.ts';
import type { Composed } from '../layout/compose.ts';
import type { Block } from '../model/blocks.ts';
import type { Box } from '../model/box.ts';
import type { DocumentPage, OutlineEntry } from '../model/document.ts';
import { limits, type ParseRequest } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { openForm } from './pdf-form.ts';
import { renderPng, renderRaster } from './pdf-render.ts';
import { readPageText } from './pdf-text.ts';
import { loadPdfium, type Pdfium, readUtf16, withMemory } from './pdfium.ts';
import { SCAN_CHARACTERS_MAX } from './pictures.ts';
import type { Emit, LoadReader, Reader } from './reader.ts';
import { type Ocr, startOcr } from './start-ocr.ts';

/** For models that read images. They scale down larger ones. */
const IMAGE_EDGE = 1_600;
/** About 200 dpi on A4. More takes longer and does not improve OCR. */
const OCR_EDGE = 2_340;
const OBJECT_FORM = 5;
const OBJECT_IMAGE = 3;

type Tools = { pdfium: Pdfium; ocr: Ocr | undefined };

export const loadPdfReader: LoadReader = async (request) =>
  createReader({ pdfium: await loadPdfium(), ocr: await startOcr(request) });

/** Reads page by page: text layer, words with boxes, images, and OCR for scanned pages. */
const createReader =
  (tools: Tools): Reader =>
  async (content, request, emit) => {
    const { pdfium } = tools;
    const document = openPdf(pdfium, content);
    const pageCount = pdfium._FPDF_GetPageCount(document);
    const form = openForm(pdfium, document);
    const arrange = createArranger();
    for (const number of choosePages(request, pageCount)) {
      const page = pdfium._FPDF_LoadPage(document, number - 1);
      // A damaged page does not affect the others.
      if (page === 0) emit({ number, width: 0, height: 0, text: '', scanned: false });
      else {
        await emitPage(tools, { page, form, number, arrange }, request, emit);
        pdfium._FPDF_ClosePage(page);
      }
    }
    return { pageCount, outline: readOutline(pdfium, document) };
  };

function openPdf(pdfium: Pdfium, content: Buffer): number {
  // Kept until the process ends, because PDFium may read from it at any time.
  const pointer = pdfium.wasmExports.malloc(content.length);
  pdfium.HEAPU8.set(content, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
  if (document !== 0) return document;
  const [PASSWORD, SECURITY] = [4, 5];
  const code = pdfium._FPDF_GetLastError();
  if (code === PASSWORD) throw new UnreadableFile('is protected with a password. Remove the password and try again.');
  if (code === SECURITY) throw new UnreadableFile('has unsupported encryption. Save it without encryption.');
  throw new UnreadableFile('is a damaged or incomplete PDF. Save or upload it again.');
}

function choosePages(request: ParseRequest, pageCount: number): number[] {
  if (pageCount === 0) throw new UnreadableFile('is a PDF without pages.');
  const chosen = request.pages?.filter((page) => page >= 1 && page <= pageCount);
  const count = chosen?.length ?? pageCount;
  if (count > limits.pagesMax)
    throw new UnreadableFile(
      `has ${pageCount} pages. The limit is ${limits.pagesMax}. Choose pages, or split the file.`,
    );
  return chosen ?? Array.from({ length: pageCount }, (_, index) => index + 1);
}

async function emitPage(
  { pdfium, ocr }: Tools,
  { page, form, number, arrange }: { page: number; form: number; number: number; arrange: Arranger },
  request: ParseRequest,
  emit: Emit,
): Promise<void> {
  const size = { width: pdfium._FPDF_GetPageWidthF(page), height: pdfium._FPDF_GetPageHeightF(page) };
  const { pieces, rules, fields, pictures, turn, garbled } = readPageText(pdfium, page, { size, form });
  const letters = [...pieces, ...fields.map(({ value }) => ({ text: value }))].reduce(
    (sum, { text }) => sum + text.length,
    0,
  );
  // Garbage is worth less than the picture of the page.
  const scanned = garbled || (letters < SCAN_CHARACTERS_MAX && hasImage(pdfium, page));
  const image = request.images
    ? { data: renderPng(pdfium, page, { ...size, edge: IMAGE_EDGE, form }), mediaType: 'image/png' }
    : undefined;
  const shared = { number, ...size, scanned, ...(image && { image }) };
  if (ocr && (request.ocr === 'all' || scanned)) {
    const raster = renderRaster(pdfium, page, { ...size, edge: OCR_EDGE, form });
    const found = await ocr.recognize(raster);
    emit({ ...shared, ...ocr.toPage(arrange, found, size.width / raster.width) });
  } else {
    const turned = turn === 0 ? {} : { turned: turn };
    const shown = garbled ? [] : pieces;
    emit({ ...shared, ...turned, ...withPictures(arrange(shown, rules, fields), scanned ? [] : pictures) });
  }
}

/** Adds pictures beside the text as blocks, because their content is not read. */
function withPictures(page: Composed, pictures: Box[]): Composed & Pick<DocumentPage, 'pictures'> {
  if (pictures.length === 0) return page;
  const end = page.text.length;
  const blocks = pictures.map((box): Block => ({ kind: 'image', start: end, end, box }));
  return { ...page, blocks: [...page.blocks, ...blocks], pictures: pictures.length };
}

function hasImage(pdfium: Pdfium, page: number): boolean {
  // The picture of a scan is among the first objects, so millions of lines need not be checked.
  const count = Math.min(200, pdfium._FPDFPage_CountObjects(page));
  for (let index = 0; index < count; index += 1) {
    const type = pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, index));
    if (type === OBJECT_IMAGE || type === OBJECT_FORM) return true;
  }
  return false;
}

const OUTLINE_MAX = 2_000;
const OUTLINE_DEPTH_MAX = 8;

/** Reads the outline entries that lead to a page, in reading order. A hostile outline may be circular. */
function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const walk = (parent: number, depth: number): void => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < OUTLINE_MAX) {
      seen.add(bookmark);
      const destination = pdfium._FPDFBookmark_GetDest(document, bookmark);
      const page = destination === 0 ? -1 : pdfium._FPDFDest_GetDestPageIndex(document, destination);
      const title = readTitle(pdfium, bookmark);
      if (page >= 0 && title !== '') entries.push({ title, page: page + 1, depth });
      if (depth < OUTLINE_DEPTH_MAX) walk(bookmark, depth + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  walk(0, 0);
  return entries;
}

function readTitle(pdfium: Pdfium, bookmark: number): string {
  const bytes = pdfium._FPDFBookmark_GetTitle(bookmark, 0, 0);
  if (bytes <= 2 || bytes > 4_096) return '';
  return withMemory(pdfium, bytes, (pointer) => {
    pdfium._FPDFBookmark_GetTitle(bookmark, pointer, bytes);
    return readUtf16(pdfium, pointer, bytes / 2 - 1).trim();
  });
}
