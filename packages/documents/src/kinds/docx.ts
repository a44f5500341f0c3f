import mammoth from 'mammoth';
import { composeDom } from './dom-text.ts';
import { parseHtmlText, toMarkdown } from './html.ts';
import type { Reader } from './reader.ts';
import { checkUnpackedSize } from './zip.ts';

/** Text, tables and check boxes, and markdown of a Word document; pictures are left out. */
export const readDocx: Reader = async (content, _request, emit) => {
  checkUnpackedSize(content);
  const { value: html } = await mammoth.convertToHtml({ buffer: content }, {
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    externalFileAccess: false,
    // So that paragraphs are counted as a text processor counts them.
    ignoreEmptyParagraphs: false,
  } as never);
  const document = parseHtmlText(`<!doctype html><html><body>${html}</body></html>`);
  for (const image of document.querySelectorAll('img')) image.remove();
  emit({ number: 1, width: 0, height: 0, scanned: false, ...composeDom(document.body, { countsAll: true }) });
  return { pageCount: 1, markdown: toMarkdown(document.body) };
};
