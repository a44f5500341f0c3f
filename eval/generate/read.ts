import { loadReader } from '../../packages/documents/src/kinds/load-reader.ts';
import type { ParseRequest } from '../../packages/documents/src/model/request.ts';
import type { Generated } from './documents.ts';
import { renderPdf, renderScan } from './render.ts';

export type ReadText = { text: string; recognized: boolean };

/** Reads a document as a model gets it: its text, the text layer of its PDF, or the OCR of its scan. */
export async function readGenerated(document: Generated): Promise<ReadText> {
  if (document.form === 'text') return { text: document.lines.join('\n'), recognized: false };
  const isScan = document.form === 'scan';
  const content = isScan ? await renderScan(document) : renderPdf(document);
  const request = {
    name: isScan ? 'scan.png' : 'document.pdf',
    contentType: '',
    words: false,
    images: false,
    ocr: isScan ? 'scans' : 'never',
  } as ParseRequest;
  const reader = await loadReader(content, request);
  const texts: string[] = [];
  await reader.read(content, request, (page) => texts.push(page.text));
  return { text: texts.join('\n'), recognized: isScan };
}
