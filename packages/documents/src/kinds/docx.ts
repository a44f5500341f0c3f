import mammoth from 'mammoth';
import { composeDom, PICTURE } from './dom-text.ts';
import { parseHtmlText, toMarkdown } from './html.ts';
import { isPicture, readPictures, SCAN_CHARACTERS_MAX } from './pictures.ts';
import type { LoadReader, Reader } from './reader.ts';
import { type Ocr, startOcr } from './start-ocr.ts';
import { checkUnpackedSize } from './zip.ts';

export const loadDocxReader: LoadReader = async (request) => createReader(await startOcr(request));

/** Text, tables and check boxes, and markdown of a Word document; pictures are read when there is nothing else. */
const createReader =
  (ocr: Ocr | undefined): Reader =>
  async (content, _request, emit) => {
    checkUnpackedSize(content);
    const pictures: Buffer[] = [];
    const { value: html } = await mammoth.convertToHtml({ buffer: content }, {
      convertImage: mammoth.images.imgElement(async (image) => {
        const data = await image.readAsBuffer();
        const isShown = isPicture(data);
        if (isShown) pictures.push(data);
        return { src: '', ...(isShown && { [PICTURE]: '' }) };
      }),
      externalFileAccess: false,
      // So that paragraphs are counted as a text processor counts them.
      ignoreEmptyParagraphs: false,
    } as never);
    const document = parseHtmlText(`<!doctype html><html><body>${html}</body></html>`);
    const composed = composeDom(document.body, { countsAll: true });
    for (const image of document.querySelectorAll('img')) image.remove();
    const isScan = pictures.length > 0 && (document.body.textContent ?? '').trim().length < SCAN_CHARACTERS_MAX;
    const found = isScan && ocr ? await readPictures(ocr, pictures, composed) : composed;
    emit({ number: 1, width: 0, height: 0, scanned: isScan, ...found });
    return { pageCount: 1, markdown: toMarkdown(document.body) };
  };
