import { createFlow, type Flow, type FlowText } from '../layout/flow.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { emitPictures, isPicture, readPictures, SCAN_CHARACTERS_MAX } from './pictures.ts';
import type { LoadReader, Reader } from './reader.ts';
import { type Ocr, startOcr } from './start-ocr.ts';
import { checkUnpackedSize, listZipEntries, readZipEntry, type ZipEntry } from './zip.ts';

// Reads slides and OpenDocument texts, which are archives of XML of which only the text matters. The XML is scanned tag
// by tag, without entity declarations, includes or nesting, so that malicious XML is just text.

export const loadPptxReader: LoadReader = async (request) => createPptxReader(await startOcr(request));

/** Reads each slide as a page, with its speaker notes. */
const createPptxReader =
  (ocr: Ocr | undefined): Reader =>
  async (content, { pages }, emit) => {
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
      const slide = flow.finish();
      const isScan = slide.pictures !== undefined && textLength(slide) < SCAN_CHARACTERS_MAX;
      const isWanted = pages === undefined || pages.includes(index + 1);
      const found =
        isScan && isWanted && ocr ? await readPictures(ocr, picturesOf(content, entries, number), slide) : slide;
      emit({ number: index + 1, width: 0, height: 0, scanned: isScan, ...found });
    }
    return { pageCount: slides.size };
  };

/** Counts the characters without the placeholders of pictures. */
const textLength = ({ text, blocks }: FlowText): number =>
  blocks.reduce((sum, { kind, start, end }) => sum + (kind === 'image' ? 0 : text.slice(start, end).trim().length), 0);

/** Returns the pictures that a slide refers to. */
function picturesOf(content: Buffer, entries: ZipEntry[], slide: number): Buffer[] {
  const links = entries.find(({ name }) => name === `ppt/slides/_rels/slide${slide}.xml.rels`);
  if (links === undefined) return [];
  const targets = [
    ...readZipEntry(content, links)
      .toString('utf8')
      .matchAll(/Target="\.\.\/(media\/[^"<>]+)"/g),
  ];
  return targets
    .flatMap(([, target]) => entries.find(({ name }) => name === `ppt/${target}`) ?? [])
    .map((entry) => readZipEntry(content, entry))
    .filter(isPicture);
}

export const loadOpenDocumentReader: LoadReader = async (request) => createOpenDocumentReader(await startOcr(request));

/** Reads an OpenDocument text or presentation as one page. Pictures are read if there is nothing else. */
const createOpenDocumentReader =
  (ocr: Ocr | undefined): Reader =>
  async (content, request, emit) => {
    checkUnpackedSize(content);
    const entries = listZipEntries(content);
    const xml = readZipEntry(content, entries.find(({ name }) => name === 'content.xml')!).toString('utf8');
    const flow = createFlow();
    writeMarkup(flow, xml.slice(xml.indexOf('<office:body')));
    const page = flow.finish();
    const pictures = textLength(page) < SCAN_CHARACTERS_MAX ? picturesIn(xml, content, entries) : [];
    if (pictures.length > 0) return emitPictures(ocr, pictures, request, emit);
    emit({ number: 1, width: 0, height: 0, scanned: false, ...page });
    return { pageCount: 1 };
  };

/** Returns the pictures of an OpenDocument text in order. */
const picturesIn = (xml: string, content: Buffer, entries: ZipEntry[]): Buffer[] =>
  [...xml.matchAll(/<draw:image\b[^>]*xlink:href="(?:\.\/)?(Pictures\/[^"<>]+)"/g)]
    .flatMap(([, target]) => entries.find(({ name }) => name === target) ?? [])
    .map((entry) => readZipEntry(content, entry))
    .filter(isPicture);

/** Office files measure lengths in 1/12700 of a point. */
const PICTURE_EMU_MIN = 36 * 12_700;
const PICTURES = new Set(['p:pic', 'draw:image']);
const TABLES = new Set(['a:tbl', 'table:table']);
const CELLS = new Set(['a:tc', 'table:table-cell', 'table:covered-table-cell']);
const ROWS = new Set(['a:tr', 'table:table-row']);
const PARAGRAPHS = new Set(['a:p', 'text:p', 'text:h']);
const BREAKS = new Set(['a:br', 'text:line-break']);
const BLANKS = new Set(['text:s', 'text:tab']);
/** The only elements with text in Office XML. */
const OFFICE_TEXT = 'a:t';
const TOKENS = /(<!--[\s\S]*?-->|<[!?][^>]*>)|<(\/?)([\w:.-]+)([^<>]*?)(\/?)>|([^<]+)/g;

function writeMarkup(flow: Flow, xml: string): void {
  let [isText, isTitle, isCovered] = [!xml.includes('<a:t'), false, false];
  let picture: { alt: string; isSmall: boolean } | undefined;
  for (const [, comment, closing, tag, attributes, empty, text] of xml.matchAll(TOKENS)) {
    if (comment !== undefined) continue;
    if (text !== undefined) {
      if (isText && !isCovered) flow.text(decodeEntities(text));
      continue;
    }
    const isOpening = closing === '';
    if (tag === OFFICE_TEXT) isText = isOpening;
    if (tag === 'p:sp' && isOpening) isTitle = false;
    if (CELLS.has(tag!)) isCovered = isOpening && empty === '' && COVERED.test(`${tag}${attributes}`);
    if (PICTURES.has(tag!) && isOpening) picture = { alt: '', isSmall: false };
    if (picture !== undefined) readPicture(picture, tag!, attributes!);
    if (PICTURES.has(tag!) && (!isOpening || empty !== '') && picture !== undefined) {
      if (!picture.isSmall) flow.picture(decodeEntities(picture.alt));
      picture = undefined;
    }
    if (tag === 'p:ph' && /type="(title|ctrTitle)"/.test(attributes!)) isTitle = true;
    if (BREAKS.has(tag!)) flow.lineBreak();
    else if (BLANKS.has(tag!)) flow.text(' ');
    else if (PARAGRAPHS.has(tag!)) {
      flow.breakBlock(false);
      const level =
        tag === 'text:h' ? Number(/outline-level="(\d)"/.exec(attributes!)?.[1] ?? 1) : isTitle ? 1 : undefined;
      flow.heading(isOpening ? level : undefined);
    } else {
      if (isOpening) openPart(flow, tag!, attributes!);
      if (!isOpening || empty !== '') closePart(flow, tag!);
    }
  }
}

function readPicture(picture: { alt: string; isSmall: boolean }, tag: string, attributes: string): void {
  if (tag === 'p:cNvPr') picture.alt = /\bdescr="([^"]*)"/.exec(attributes)?.[1] ?? '';
  const sides = tag === 'a:ext' ? [...(/\bcx="(\d+)" +cy="(\d+)"/.exec(attributes) ?? [])].slice(1).map(Number) : [];
  if (sides.some((side) => side < PICTURE_EMU_MIN)) picture.isSmall = true;
}

/** Cells that another one covers are listed too and marked as such. */
const COVERED = /^table:covered-table-cell|\b[hv]Merge="(?:1|true)"/;
const spanIn = (attributes: string, names: RegExp): number => Number(names.exec(attributes)?.[1] ?? 1);

function openPart(flow: Flow, tag: string, attributes: string): void {
  if (TABLES.has(tag)) flow.openTable();
  else if (ROWS.has(tag)) flow.openRow();
  else if (CELLS.has(tag) && !COVERED.test(`${tag}${attributes}`))
    flow.openCell(
      spanIn(attributes, /\b(?:rowSpan|table:number-rows-spanned)="(\d{1,4})"/),
      spanIn(attributes, /\b(?:gridSpan|table:number-columns-spanned)="(\d{1,4})"/),
    );
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
