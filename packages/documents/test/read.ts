import { loadReader } from '../src/kinds/load-reader.ts';
import type { DocumentPage, ParsedDocument } from '../src/model/document.ts';
import type { ParseRequest } from '../src/model/request.ts';

/** Reads a file in this process, without a sandbox and without OCR, whose thread would not end. */
export async function read(
  file: Uint8Array | string,
  wanted: Partial<Omit<ParseRequest, 'ocr'>> = {},
): Promise<ParsedDocument> {
  const content = Buffer.from(file as string);
  const request: ParseRequest = { name: 'file', contentType: '', images: false, ...wanted, ocr: 'never' };
  const reader = await loadReader(content, request);
  const pages: DocumentPage[] = [];
  const document = await reader.read(content, request, (page) => pages.push(page));
  return { kind: reader.kind, ...document, pages };
}
