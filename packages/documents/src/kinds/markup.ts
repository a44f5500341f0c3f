import { createFlow, type Flow } from '../layout/flow.ts';
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
        return number > 0 ? [[number, readZipEntry(content, entry).toString('utf8')]] : [];
      }),
    );
  const slides = numbered(/^ppt\/slides\/slide(\d{1,5})\.xml$/);
  const notes = numbered(/^ppt\/notesSlides\/notesSlide(\d{1,5})\.xml$/);
  if (slides.size === 0) throw new UnreadableFile('is a presentation without slides.');
  for (const [index, number] of [...slides.keys()].sort((a, b) => a - b).entries()) {
    const flow = createFlow();
    writeMarkup(flow, slides.get(number)!);
    flow.breakBlock(true);
    writeMarkup(flow, notes.get(number) ?? '');
    emit({ number: index + 1, width: 0, height: 0, scanned: false, ...flow.finish() });
  }
  return { pageCount: slides.size };
};

/** A text or presentation of OpenDocument, as one page. */
export const readOpenDocument: Reader = async (content, _request, emit) => {
  checkUnpackedSize(content);
  const entry = listZipEntries(content).find(({ name }) => name === 'content.xml')!;
  const xml = readZipEntry(content, entry).toString('utf8');
  const flow = createFlow();
  writeMarkup(flow, xml.slice(xml.indexOf('<office:body')));
  emit({ number: 1, width: 0, height: 0, scanned: false, ...flow.finish() });
  return { pageCount: 1 };
};

const TABLES = new Set(['a:tbl', 'table:table']);
const CELLS = new Set(['a:tc', 'table:table-cell', 'table:covered-table-cell']);
const ROWS = new Set(['a:tr', 'table:table-row']);
const PARAGRAPHS = new Set(['a:p', 'text:p', 'text:h']);
const BREAKS = new Set(['a:br', 'text:line-break']);
const BLANKS = new Set(['text:s', 'text:tab']);
/** In the XML of Office letters stand in these only. */
const OFFICE_TEXT = 'a:t';
const TOKENS = /(<!--[\s\S]*?-->|<[!?][^>]*>)|<(\/?)([\w:.-]+)([^<>]*?)(\/?)>|([^<]+)/g;

function writeMarkup(flow: Flow, xml: string): void {
  let [isText, isTitle] = [!xml.includes('<a:t'), false];
  for (const [, comment, closing, tag, attributes, empty, text] of xml.matchAll(TOKENS)) {
    if (comment !== undefined) continue;
    if (text !== undefined) {
      if (isText) flow.text(decodeEntities(text));
      continue;
    }
    const isOpening = closing === '';
    if (tag === OFFICE_TEXT) isText = isOpening;
    if (tag === 'p:sp' && isOpening) isTitle = false;
    if (tag === 'p:ph' && /type="(title|ctrTitle)"/.test(attributes!)) isTitle = true;
    if (BREAKS.has(tag!)) flow.lineBreak();
    else if (BLANKS.has(tag!)) flow.text(' ');
    else if (PARAGRAPHS.has(tag!)) {
      flow.breakBlock(false);
      const level =
        tag === 'text:h' ? Number(/outline-level="(\d)"/.exec(attributes!)?.[1] ?? 1) : isTitle ? 1 : undefined;
      flow.heading(isOpening ? level : undefined);
    } else {
      if (isOpening) openPart(flow, tag!);
      if (!isOpening || empty !== '') closePart(flow, tag!);
    }
  }
}

/** Cells that another one covers are listed too, as empty ones. */
function openPart(flow: Flow, tag: string): void {
  if (TABLES.has(tag)) flow.openTable();
  else if (ROWS.has(tag)) flow.openRow();
  else if (CELLS.has(tag)) flow.openCell(1, 1);
}

function closePart(flow: Flow, tag: string): void {
  if (TABLES.has(tag)) flow.closeTable();
  else if (ROWS.has(tag)) flow.closeRow();
  else if (CELLS.has(tag)) flow.closeCell();
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
