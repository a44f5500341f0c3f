import mammoth from 'mammoth';
import { composeDom, PICTURE } from './dom-text.ts';
import { parseHtmlText, toMarkdown } from './html.ts';
import { emitPictures, isPicture, SCAN_CHARACTERS_MAX } from './pictures.ts';
import type { LoadReader, Reader } from './reader.ts';
import { type Ocr, startOcr } from './start-ocr.ts';
import { checkUnpackedSize, listZipEntries, readZipEntry } from './zip.ts';

export const loadDocxReader: LoadReader = async (request) => createReader(await startOcr(request));

/** Reads the text, tables, check boxes and Markdown of a Word document. Pictures are read if there is nothing else. */
const createReader =
  (ocr: Ocr | undefined): Reader =>
  async (content, request, emit) => {
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
      // Empty paragraphs count, as in a word processor.
      ignoreEmptyParagraphs: false,
    } as never);
    const { before, after } = readMargins(content);
    const comments = readComments(content);
    const document = parseHtmlText(`<!doctype html><html><body>${before}${html}${after}${comments}</body></html>`);
    const composed = composeDom(document.body, { countsAll: true });
    for (const image of document.querySelectorAll('img')) image.remove();
    const isScan = pictures.length > 0 && (document.body.textContent ?? '').trim().length < SCAN_CHARACTERS_MAX;
    if (isScan) return emitPictures(ocr, pictures, request, emit);
    emit({ number: 1, width: 0, height: 0, scanned: false, ...composed });
    return { pageCount: 1, markdown: toMarkdown(document.body) };
  };

/**
 * Reads headers and footers, which the converter omits, because often only they name the sender of a letter. They do
 * not count as paragraphs. First and later pages mostly have the same ones, so each appears once.
 */
function readMargins(content: Buffer): { before: string; after: string } {
  const seen = new Set<string>();
  const [before, after]: [string[], string[]] = [[], []];
  for (const entry of listZipEntries(content)) {
    const place = MARGIN.exec(entry.name)?.[1];
    if (place === undefined) continue;
    for (const line of linesOf(readZipEntry(content, entry).toString('utf8'))) {
      if (line.trim() === '' || seen.has(line)) continue;
      seen.add(line);
      (place === 'header' ? before : after).push(`<div>${line}</div>`);
    }
  }
  return { before: before.join(''), after: after.join('') };
}

const COMMENT = /<w:comment\b([^<>]*)>([\s\S]*?)<\/w:comment>/g;

/** Reads comments, which the converter omits. They follow the text, each with its author. */
function readComments(content: Buffer): string {
  const entry = listZipEntries(content).find(({ name }) => name === 'word/comments.xml');
  if (entry === undefined) return '';
  const xml = readZipEntry(content, entry).toString('utf8');
  return [...xml.matchAll(COMMENT)]
    .map(([, attributes, body]) => {
      const author = /\bw:author="([^"]*)"/.exec(attributes!)?.[1] ?? '';
      const text = linesOf(body!).join(' ').replace(/\s+/g, ' ').trim();
      return text === '' ? '' : `<div>Comment${author === '' ? '' : ` by ${author}`}: ${text}</div>`;
    })
    .join('');
}

const MARGIN = /^word\/(header|footer)\d{0,3}\.xml$/;
const PARTS = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<(w:tab|w:br)\s*\/>|<(\/w:p)>/g;

/** Returns the texts of the paragraphs, still with XML entities. Page numbers are fields without useful text. */
function linesOf(xml: string): string[] {
  const lines = [''];
  for (const [, text, blank, end] of xml.matchAll(PARTS)) {
    if (end !== undefined) lines.push('');
    else lines[lines.length - 1] += blank === undefined ? text! : ' ';
  }
  return lines;
}
