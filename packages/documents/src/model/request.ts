import type { DocumentPage, ParsedDocument } from './document.ts';

export type OcrMode = 'never' | 'scans' | 'all';

/** The request to the parsing process. */
export type ParseRequest = {
  name: string;
  /** Only a hint. The content decides the kind of the file. */
  contentType: string;
  /** Default: all pages. */
  pages?: number[] | undefined;
  images: boolean;
  ocr: OcrMode;
  /** For OCR: ISO 639-3 codes, or `auto`. */
  languages?: readonly string[] | undefined;
  /** The base of relative links of an HTML page. */
  baseUrl?: string | undefined;
};

/** The messages of the parsing process, one frame each. A page's image follows its frame as bytes. */
export type ParseMessage =
  | ({ type: 'page'; imageType?: string } & Omit<DocumentPage, 'image'>)
  | ({ type: 'document' } & Omit<ParsedDocument, 'pages'>)
  | { type: 'failure'; message: string };

export const limits = {
  /** The default limit of a request body. */
  fileBytesMax: 100 * 1024 * 1024,
  pagesMax: 3_000,
  /** Over all pages. Ten times the longest novels. */
  charactersMax: 20_000_000,
  /** Cameras have at most 50 million. Decoded, this takes 240 MB. */
  imagePixelsMax: 60_000_000,
  /** The limit for unpacked office files. */
  unpackedBytesMax: 256 * 1024 * 1024,
  /** The limit for everything that the parsing process returns. */
  answerBytesMax: 256 * 1024 * 1024,
  processBytesMax: 1024 * 1024 * 1024,
} as const;

/** The time for the text of a whole document. OCR and page images add to it. */
const TEXT_MS = 120_000;
const PAGE_IMAGE_MS = 5_000;
/** A dense page takes 3 s on one core, four times as much if it must be turned, and other work may run beside it. */
const PAGE_OCR_MS = 60_000;

export function deadlineMs(request: Pick<ParseRequest, 'pages' | 'images' | 'ocr'>): number {
  const count = request.pages?.length ?? 10;
  return TEXT_MS + (request.images ? count * PAGE_IMAGE_MS : 0) + (request.ocr === 'never' ? 0 : count * PAGE_OCR_MS);
}
