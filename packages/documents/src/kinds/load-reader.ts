import type { DocumentKind } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';
import { detectKind } from './detect-kind.ts';
import type { LoadReader, Reader } from './reader.ts';

/** Loaded when needed: most files need one of them. */
const readers: Partial<Record<DocumentKind, LoadReader>> = {
  pdf: async (request, content) => (await import('./pdf.ts')).loadPdfReader(request, content),
  image: async (request, content) => (await import('./image.ts')).loadImageReader(request, content),
  docx: async () => (await import('./docx.ts')).readDocx,
  xlsx: async () => (await import('./workbook.ts')).readWorkbook,
  pptx: async () => (await import('./markup.ts')).readPptx,
  odt: async () => (await import('./markup.ts')).readOpenDocument,
  html: async () => (await import('./html.ts')).readHtml,
  text: async () => (await import('./plain-text.ts')).readPlainText,
};

/** What the file is, and its reader with everything that it needs. */
export async function loadReader(
  content: Buffer,
  request: ParseRequest,
): Promise<{ kind: DocumentKind; read: Reader }> {
  const kind = detectKind(content, request);
  return { kind, read: await readers[kind]!(request, content) };
}
