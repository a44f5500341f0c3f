import mammoth from 'mammoth';
import { parseHtmlText, toMarkdown } from './html.ts';
import type { Reader } from './reader.ts';
import { visibleText } from './visible-text.ts';
import { checkUnpackedSize } from './zip.ts';

/** Text and markdown of a Word document; pictures are left out. */
export const readDocx: Reader = async (content, _request, emit) => {
  checkUnpackedSize(content);
  const { value: html } = await mammoth.convertToHtml({ buffer: content }, {
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    externalFileAccess: false,
  } as never);
  const document = parseHtmlText(`<!doctype html><html><body>${html}</body></html>`);
  for (const image of document.querySelectorAll('img')) image.remove();
  emit({ number: 1, width: 0, height: 0, text: visibleText(document.body), scanned: false });
  return { pageCount: 1, markdown: toMarkdown(document.body) };
};
