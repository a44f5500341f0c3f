import { readDocument } from '@errand/server/engines/documents/read-document.ts';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { grayOf } from '../../packages/documents/test/files.ts';
import { makePdf } from '../../packages/documents/test/pdf.ts';
import type { Lab } from '../lab.ts';
import { ms, perSecond, type Row } from '../report.ts';

const LINE = 'Green tea is grown in the hills of Uji, where farmers pick the leaves in May.';

/** Measures reading PDF files in separate processes, against bare PDFium in this one. */
export async function measureDocuments(lab: Lab): Promise<Row[]> {
  const count = lab.quick ? 40 : 400;
  const pages = Array.from({ length: count }, (_, index) => ({
    lines: [`Page ${index + 1}`, ...Array.from({ length: 34 }, () => LINE)],
  }));
  const source = (content: Buffer) => ({ name: 'bench.pdf', open: async () => content });
  const large = source(makePdf(pages));
  const small = source(makePdf(pages.slice(0, 1)));

  const bareSeconds = await seconds(async () => {
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(await large.open());
    for (const page of document.pages()) page.getText();
  });
  // The first process of a kind also compiles the code for later ones.
  await readDocument(small);
  const textSeconds = await seconds(() => readDocument(large));
  const one = await seconds(() => readDocument(small));
  const some = Array.from({ length: lab.quick ? 4 : 20 }, (_, index) => index + 1);
  const imageSeconds = await seconds(() => readDocument(large, { pages: some, images: true }));
  const [seen] = (await readDocument(small, { images: true })).pages;
  const scan = source(makePdf(Array.from({ length: 2 }, () => ({ picture: grayOf(seen!.image!.data) }))));
  const ocrSeconds = await seconds(() => readDocument(scan, { ocr: 'scans' }));
  return [
    {
      figure: `PDF, text, layout and boxes of words, ${count} pages of 2,700 characters, one core`,
      ours: `${perSecond(count / textSeconds)} pages`,
      against: `${perSecond(count / bareSeconds)} PDFium alone`,
      ratio: bareSeconds / textSeconds,
    },
    { figure: 'PDF of one page, with its process', ours: ms(one * 1_000) },
    { figure: 'PDF, images of pages', ours: `${(some.length / imageSeconds).toFixed(1)}/s pages` },
    { figure: 'scan by OCR, with its process', ours: `${(2 / ocrSeconds).toFixed(2)}/s pages` },
  ];
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
