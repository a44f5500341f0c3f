import { addDrawnBoxes, withCheckBoxes } from '../layout/check-boxes.ts';
import type { Piece, Rules } from '../layout/piece.ts';
import { levelBox, slopeOf, type Turn, turnBox, turnOf } from '../layout/turn.ts';
import { type Box, union } from '../model/box.ts';
import { isUnspaced } from '../places/spellings.ts';
import { isGarbage } from './garbage.ts';
import { readDrawing } from './pdf-drawing.ts';
import { type FormField, readFields } from './pdf-form.ts';
import { type Pdfium, readUtf16, viewOf, withMemory } from './pdfium.ts';

/** Even a dense page has only ten thousand. */
const PAGE_CHARACTERS_MAX = 500_000;

type Size = { width: number; height: number };
export type PageText = {
  /** Words and check boxes on the upright page. */
  pieces: Piece[];
  rules: Rules;
  /** The values of form fields. They follow the text, with their names. */
  fields: FormField[];
  /** The boxes of pictures on the page as it is displayed. */
  pictures: Box[];
  turn: Turn;
  /** The fonts do not say which letters their signs are, so that the text is garbage. */
  garbled: boolean;
};

/** Reads the words of a page with their boxes, the values of its form, and the drawn lines. */
export function readPageText(pdfium: Pdfium, page: number, { size, form }: { size: Size; form: number }): PageText {
  const toSeen = viewTransform(pdfium, page, size);
  const fields = readFields(pdfium, form, page, toSeen);
  const { words, garbled } = withText(pdfium, page, { words: [] as RawWord[], garbled: false }, (textPage, count) => {
    const found = readWords(pdfium, textPage, count, toSeen);
    return { words: found, garbled: isGarbled(pdfium, textPage, count, found) };
  });
  const turn = turnOf(words);
  const turned = (seen: Box): Box => turnBox(seen, turn, size);
  const slope = slopeOf(words.map(({ first, last }) => ({ first: turned(first), last: turned(last) })));
  const upright = (seen: Box): Box => (slope === 0 ? turned(seen) : levelBox(turned(seen), slope));
  const printed = words.map(({ first: _first, last: _last, ...word }): Piece => ({ ...word, box: upright(word.seen) }));
  const drawing = readDrawing(pdfium, page, toSeen, upright);
  const ticked = fields.filter((field) => field.checked !== undefined);
  const squares = ticked.map(({ box, checked }) => ({ box: upright(box), seen: box, marked: checked! }));
  const isOfField = ({ seen }: { seen: Box }): boolean => ticked.some(({ box }) => overlaps(box, seen));
  const drawn = drawing.squares.filter((square) => !isOfField(square));
  const pieces = addDrawnBoxes(withCheckBoxes(printed), [...squares, ...drawn]);
  // If words overlap a picture, it is a background or a scan with a text layer.
  const pictures = drawing.pictures.filter((picture) => !words.some(({ seen }) => overlaps(picture, seen)));
  const placed = new Set(pieces.filter(({ checked }) => checked !== undefined).map(({ seen }) => seen));
  const rest = fields.filter((field) => field.checked === undefined || !placed.has(field.box));
  return { pieces, rules: drawing.rules, fields: rest, pictures, turn, garbled };
}

const LETTERS_MIN = 20;
const SAMPLE = 3_000;

/** Whether many signs have no letter in their fonts, or the letters make no words of any language. */
function isGarbled(pdfium: Pdfium, textPage: number, count: number, words: readonly { text: string }[]): boolean {
  const text = words.map((word) => word.text).join('');
  if (text.length < LETTERS_MIN) return false;
  let unmapped = 0;
  const sample = Math.min(count, SAMPLE);
  for (let index = 0; index < sample; index += 1)
    if (pdfium._FPDFText_HasUnicodeMapError(textPage, index) === 1) unmapped += 1;
  return unmapped > 0.2 * sample || isGarbage(text.slice(0, SAMPLE));
}

const overlaps = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

type RawWord = Omit<Piece, 'box'> & { first: Box; last: Box };

/** PDFium's characters for a hyphen at the end of a line. */
const HYPHENS = new Set([0x2, 0xfffe]);

/** Reads words in text order, each with its displayed box, for rotated pages and moved origins too. */
function readWords(
  pdfium: Pdfium,
  textPage: number,
  count: number,
  toSeen: (x: number, y: number) => [number, number],
): RawWord[] {
  return withMemory(pdfium, 16, (pointer) => {
    const boxAt = (index: number): Box | undefined => {
      if (pdfium._FPDFText_GetLooseCharBox(textPage, index, pointer) === 0) return undefined;
      const view = viewOf(pdfium);
      const [x0, y0] = toSeen(view.getFloat32(pointer, true), view.getFloat32(pointer + 4, true));
      const [x1, y1] = toSeen(view.getFloat32(pointer + 8, true), view.getFloat32(pointer + 12, true));
      return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
    };
    const codes = readCodes(pdfium, textPage, count);
    const words: RawWord[] = [];
    let [from, text, glued] = [0, '', false];
    // Only the boxes of the first and last letter are read, which takes a third of the calls.
    const close = (end: number, broken: boolean): void => {
      if (text === '') return;
      const first = boxAt(from);
      const last = end - 1 > from ? boxAt(end - 1) : first;
      if (first && last)
        words.push({
          text,
          seen: union(first, last),
          first,
          last,
          confidence: 1,
          ...(broken && { broken }),
          ...(glued && { glued }),
        });
      text = '';
    };
    for (let index = 0; index < count; index += 1) {
      const code = codes ? codes.charCodeAt(index) : pdfium._FPDFText_GetUnicode(textPage, index);
      if (code <= 0x20 || code === 0xa0 || code > 0xff) {
        const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
        const isBroken = HYPHENS.has(code);
        if (isBroken || /\s/u.test(character)) {
          close(index, isBroken);
          glued = false;
          continue;
        }
        if (isUnspaced(character)) {
          const isNext = text !== '' || glued;
          close(index, false);
          [from, text, glued] = [index, character, isNext];
          close(index + 1, false);
          glued = true;
          continue;
        }
        if (text === '') from = index;
        text += character;
      } else {
        if (text === '') from = index;
        text += String.fromCharCode(code);
      }
    }
    close(count, false);
    return words;
  });
}

/** Reads all letters at once if each is one UTF-16 unit. Returns undefined if they must be read one by one. */
function readCodes(pdfium: Pdfium, textPage: number, count: number): string | undefined {
  return withMemory(pdfium, (count + 1) * 2, (pointer) => {
    const written = pdfium._FPDFText_GetText(textPage, 0, count, pointer);
    const text = written - 1 === count ? readUtf16(pdfium, pointer, count) : '';
    return text === '' || /[\ud800-\udfff]/.test(text) ? undefined : text;
  });
}

function withText<T>(pdfium: Pdfium, page: number, none: T, work: (textPage: number, count: number) => T): T {
  const textPage = pdfium._FPDFText_LoadPage(page);
  if (textPage === 0) return none;
  try {
    const count = Math.min(PAGE_CHARACTERS_MAX, pdfium._FPDFText_CountChars(textPage));
    return count > 0 ? work(textPage, count) : none;
  } finally {
    pdfium._FPDFText_ClosePage(textPage);
  }
}

/** PDFium maps points to whole pixels, so three distant points give the exact mapping. */
function viewTransform(
  pdfium: Pdfium,
  page: number,
  { width, height }: Size,
): (x: number, y: number) => [number, number] {
  // As fine as integers allow, because some pages are kilometres wide.
  const FINE = Math.min(1_000, 2e9 / Math.max(1, width, height));
  const map = (x: number, y: number): [number, number] =>
    withMemory(pdfium, 8, (pointer) => {
      const [w, h] = [Math.round(width * FINE), Math.round(height * FINE)];
      pdfium._FPDF_PageToDevice(page, 0, 0, w, h, 0, x, y, pointer, pointer + 4);
      const view = viewOf(pdfium);
      return [view.getInt32(pointer, true) / FINE, view.getInt32(pointer + 4, true) / FINE];
    });
  const [ox, oy] = map(0, 0);
  const [ax, ay] = map(1_000, 0);
  const [bx, by] = map(0, 1_000);
  return (x, y) => [ox + (x * (ax - ox) + y * (bx - ox)) / 1_000, oy + (x * (ay - oy) + y * (by - oy)) / 1_000];
}
