import { limits } from '../model/request.ts';
import { newBudget, type Part, readParts } from './container.ts';
import { loadPdfReader } from './pdf.ts';
import { loadPdfium, type Pdfium, readUtf16, viewOf, withMemory } from './pdfium.ts';
import type { ContainerReader } from './reader.ts';

// Files inside a PDF, such as the XML of an electronic invoice. They follow its pages like attachments of an e-mail.

const FILES_MAX = 100;
const NAME_BYTES_MAX = 2_000;

export const readPdfWithFiles: ContainerReader = async (content, request, emit, { readPart, inside }) => {
  const read = await loadPdfReader(request, content);
  const document = await read(content, request, emit);
  const reading = {
    ...{ request, emit, readPart, pagesBefore: document.pageCount, path: inside?.path ?? '' },
    ...{ depth: inside?.depth ?? 0, budget: inside?.budget ?? newBudget() },
  };
  const { pageCount, parts } = await readParts(listFiles(await loadPdfium(), content), reading);
  return { ...document, pageCount, ownPages: document.pageCount, parts };
};

function listFiles(pdfium: Pdfium, content: Buffer): (Part | { name: string; note: string })[] {
  const pointer = pdfium.wasmExports.malloc(content.length);
  pdfium.HEAPU8.set(content, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
  try {
    const count = document === 0 ? 0 : Math.max(0, pdfium._FPDFDoc_GetAttachmentCount(document));
    return Array.from({ length: Math.min(count, FILES_MAX) }, (_, index) =>
      readFile(pdfium, pdfium._FPDFDoc_GetAttachment(document, index), `file ${index + 1}`),
    );
  } finally {
    if (document !== 0) pdfium._FPDF_CloseDocument(document);
    pdfium.wasmExports.free(pointer);
  }
}

function readFile(pdfium: Pdfium, attachment: number, fallback: string): Part | { name: string; note: string } {
  const name = readName(pdfium, attachment) || fallback;
  const length = withMemory(pdfium, 4, (size) => {
    const isKnown = pdfium._FPDFAttachment_GetFile(attachment, 0, 0, size) !== 0;
    return isKnown ? viewOf(pdfium).getUint32(size, true) : 0;
  });
  if (length === 0) return { name, note: `'${name}' was not read: it is empty or damaged.` };
  if (length > limits.unpackedBytesMax) return { name, note: `'${name}' was not read: it is too large.` };
  const content = withMemory(pdfium, length + 4, (pointer) => {
    const isRead = pdfium._FPDFAttachment_GetFile(attachment, pointer + 4, length, pointer) !== 0;
    return isRead ? Buffer.from(pdfium.HEAPU8.subarray(pointer + 4, pointer + 4 + length)) : Buffer.alloc(0);
  });
  return { name, contentType: '', content };
}

function readName(pdfium: Pdfium, attachment: number): string {
  const bytes = pdfium._FPDFAttachment_GetName(attachment, 0, 0);
  if (bytes <= 2 || bytes > NAME_BYTES_MAX) return '';
  return withMemory(pdfium, bytes, (pointer) => {
    pdfium._FPDFAttachment_GetName(attachment, pointer, bytes);
    return readUtf16(pdfium, pointer, bytes / 2 - 1).trim();
  });
}
