import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadReader } from '../../packages/documents/src/kinds/load-reader.ts';
import { openForm } from '../../packages/documents/src/kinds/pdf-form.ts';
import { renderRaster } from '../../packages/documents/src/kinds/pdf-render.ts';
import { loadPdfium } from '../../packages/documents/src/kinds/pdfium.ts';
import type { DocumentPage } from '../../packages/documents/src/model/document.ts';
import { encodeGrayPng } from '../../packages/documents/src/recognition/png.ts';
import { turnRaster } from '../../packages/documents/src/recognition/raster.ts';
import { type Form, forms } from './forms.ts';
import { programs } from './programs.ts';

// node eval/forms/run-forms.ts: makes forms with the programs of this machine and reads them, as files and as scans that lie
// in all four directions. Every box must have its label and its state, and there must be no other.

const TURNS = [0, 90, 180, 270] as const;
const SCAN_EDGE = 2_200;

const folder = await mkdtemp(join(tmpdir(), 'errand-forms-'));
let [read, right] = [0, 0];
try {
  for (const program of programs) {
    const missing = await program.check().then(
      () => undefined,
      (error: Error) => error.message.trim().split('\n').at(-1),
    );
    if (missing !== undefined) {
      console.log(`${program.name}: skipped, ${missing}`);
      continue;
    }
    for (const [index, form] of forms.entries()) {
      const own = join(folder, `${program.name.replace(/\W/g, '-')}-${index}`);
      await mkdir(own);
      const pdf = join(own, 'result.pdf');
      await program.make(form, own, pdf);
      const content = await readFile(pdf);
      const turn = TURNS[index % 4]!;
      const results = [
        ['file', faults(form, await readPages(content, 'never'))],
        [`scan turned by ${turn}`, faults(form, await readPages(await scan(content, turn), 'all'))],
      ] as const;
      for (const [kind, wrong] of results) {
        read += 1;
        if (wrong.length === 0) right += 1;
        else console.log(`${program.name}, ${form.title}, ${kind}: ${wrong.join('; ')}`);
      }
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${right} of ${read} read without a fault`);
process.exit(0);

async function readPages(content: Buffer, ocr: 'never' | 'all'): Promise<DocumentPage[]> {
  const request = { name: 'form', contentType: '', images: false, ocr };
  const reader = await loadReader(content, request);
  const pages: DocumentPage[] = [];
  await reader.read(content, request, (page) => pages.push(page));
  return pages;
}

async function scan(content: Buffer, turn: (typeof TURNS)[number]): Promise<Buffer> {
  const pdfium = await loadPdfium();
  const pointer = pdfium.wasmExports.malloc(content.length);
  pdfium.HEAPU8.set(content, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
  const page = pdfium._FPDF_LoadPage(document, 0);
  const size = { width: pdfium._FPDF_GetPageWidthF(page), height: pdfium._FPDF_GetPageHeightF(page) };
  return Buffer.from(
    encodeGrayPng(
      turnRaster(renderRaster(pdfium, page, { ...size, edge: SCAN_EDGE, form: openForm(pdfium, document) }), turn),
    ),
  );
}

/** Lists what is wrong: boxes without a label, in the wrong state, or invented. */
function faults({ boxes }: Form, pages: DocumentPage[]): string[] {
  const found = pages.flatMap(({ text, blocks = [] }) =>
    blocks
      .filter(({ kind }) => kind === 'checkbox')
      .map(({ label, checked }) => ({ label: plain(text.slice(...(label ?? [0, 0]))), checked })),
  );
  const wrong = boxes.flatMap(({ label, checked }) => {
    const own = found.find((one) => one.label.includes(plain(label)));
    if (own === undefined) return [`'${label}' has no box`];
    return own.checked === checked ? [] : [`'${label}' is ${own.checked}`];
  });
  return found.length > boxes.length ? [...wrong, `${found.length - boxes.length} invented`] : wrong;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
