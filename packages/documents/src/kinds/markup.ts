import { type Reader, UnreadableFile } from './reader.ts';
import { checkUnpackedSize, listZipEntries, readZipEntry } from './zip.ts';

// Slides and OpenDocument texts: archives of XML of which only the text matters. It is read by its tags from beginning to
// end; entities are not declared, files not included, nothing is nested, so XML made to do harm is just text.

/** Each slide is a page, with the notes of its speaker. */
export const readPptx: Reader = async (content, _request, emit) => {
  checkUnpackedSize(content);
  const entries = listZipEntries(content);
  const numbered = (pattern: RegExp): Map<number, string> =>
    new Map(
      entries.flatMap((entry): [number, string][] => {
        const number = Number(pattern.exec(entry.name)?.[1] ?? 0);
        return number > 0 ? [[number, textOf(readZipEntry(content, entry).toString('utf8'))]] : [];
      }),
    );
  const slides = numbered(/^ppt\/slides\/slide(\d{1,5})\.xml$/);
  const notes = numbered(/^ppt\/notesSlides\/notesSlide(\d{1,5})\.xml$/);
  if (slides.size === 0) throw new UnreadableFile('is a presentation without slides.');
  for (const [index, number] of [...slides.keys()].sort((a, b) => a - b).entries()) {
    const text = [slides.get(number), notes.get(number)].filter(Boolean).join('\n\n');
    emit({ number: index + 1, width: 0, height: 0, text, scanned: false });
  }
  return { pageCount: slides.size };
};

/** A text or presentation of OpenDocument, as one page. */
export const readOpenDocument: Reader = async (content, _request, emit) => {
  checkUnpackedSize(content);
  const entry = listZipEntries(content).find(({ name }) => name === 'content.xml')!;
  const xml = readZipEntry(content, entry).toString('utf8');
  emit({ number: 1, width: 0, height: 0, text: textOf(xml.slice(xml.indexOf('<office:body'))), scanned: false });
  return { pageCount: 1 };
};

const CELLS = new Set(['a:tc', 'table:table-cell']);
const ROWS = new Set(['a:tr', 'table:table-row']);
const PARAGRAPHS = new Set(['a:p', 'text:p', 'text:h']);
const BREAKS = new Set(['a:br', 'text:line-break']);
const BLANKS = new Set(['text:s', 'text:tab']);
/** In the XML of Office letters stand in these only. */
const OFFICE_TEXT = 'a:t';

function textOf(xml: string): string {
  const parts: string[] = [];
  let [cells, isText] = [0, !xml.includes('<a:t')];
  for (const [, comment, closing, tag, empty, text] of xml.matchAll(
    /(<!--[\s\S]*?-->|<[!?][^>]*>)|<(\/?)([\w:.-]+)[^<>]*?(\/?)>|([^<]+)/g,
  )) {
    if (comment !== undefined) continue;
    if (text !== undefined) {
      if (isText) parts.push(decodeEntities(text));
      continue;
    }
    if (tag === OFFICE_TEXT) isText = closing === '';
    if (CELLS.has(tag!) && empty === '') cells += closing === '' ? 1 : -1;
    if (BREAKS.has(tag!)) parts.push(cells > 0 ? ' ' : '\n');
    else if (BLANKS.has(tag!)) parts.push(' ');
    else if (closing === '' && empty === '') continue;
    else if (CELLS.has(tag!)) parts.push(' | ');
    else if (ROWS.has(tag!)) parts.push('\n');
    else if (PARAGRAPHS.has(tag!)) parts.push(cells > 0 ? ' ' : '\n');
  }
  return parts
    .join('')
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/( \|)+ ?$/, '')
        .trim(),
    )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
