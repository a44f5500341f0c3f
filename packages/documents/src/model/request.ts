import type { DocumentPage, ParsedDocument } from './document.ts';

export type OcrMode = 'never' | 'scans' | 'all';

/** What the parsing process is asked for. */
export type ParseRequest = {
  name: string;
  /** Only a hint: the content decides what the file is. */
  contentType: string;
  /** All pages when left out. */
  pages?: number[] | undefined;
  images: boolean;
  ocr: OcrMode;
  /** For OCR: ISO 639-3 codes, or `auto`. */
  languages?: readonly string[] | undefined;
  /** Where relative links of an HTML page lead. */
  baseUrl?: string | undefined;
};

/** What the parsing process says, one frame each. The image of a page follows its frame as bytes. */
export type ParseMessage =
  | ({ type: 'page'; imageType?: string } & Omit<DocumentPage, 'image'>)
  | ({ type: 'document' } & Omit<ParsedDocument, 'pages'>)
  | { type: 'failure'; message: string };

export const limits = {
  /** As much as a request body may bring by default. */
  fileBytesMax: 100 * 1024 * 1024,
  pagesMax: 3_000,
  /** Over all pages; ten times the longest novels. */
  charactersMax: 20_000_000,
  /** A camera gives 50 at most; decoded, this is 240 MB. */
  imagePixelsMax: 60_000_000,
  /** What an office file may unpack to. */
  unpackedBytesMax: 256 * 1024 * 1024,
  /** All that the parsing process may answer. */
  answerBytesMax: 256 * 1024 * 1024,
  processBytesMax: 1024 * 1024 * 1024,
} as const;

/** For the text of a whole document. OCR and images of pages add their own time. */
const TEXT_MS = 120_000;
const PAGE_IMAGE_MS = 5_000;
/** A dense page takes 3 s on one core, four times as much when it must be turned; other work may run beside. */
const PAGE_OCR_MS = 60_000;

export function deadlineMs(request: Pick<ParseRequest, 'pages' | 'images' | 'ocr'>): number {
  const count = request.pages?.length ?? 10;
  return TEXT_MS + (request.images ? count * PAGE_IMAGE_MS : 0) + (request.ocr === 'never' ? 0 : count * PAGE_OCR_MS);
}
