import type { Word } from '../model/document.ts';
import { isUnspaced } from '../places/spellings.ts';
import { type FormField, readFields } from './pdf-form.ts';
import { type Pdfium, readUtf16, viewOf, withMemory } from './pdfium.ts';

/** A dense page has ten thousand. */
const PAGE_CHARACTERS_MAX = 500_000;

type PageText = { text: string; words: Word[] };
type TextOptions = { size: { width: number; height: number }; form: number; wantsWords: boolean };

/** The text of a page and what is filled into its fields; words with their boxes, when they are wanted. */
export function readPageText(pdfium: Pdfium, page: number, { size, form, wantsWords }: TextOptions): PageText {
  const toSeen = wantsWords || form !== 0 ? viewTransform(pdfium, page, size) : undefined;
  const fields = form === 0 ? [] : readFields(pdfium, form, page, toSeen!);
  const printed = withText(pdfium, page, { text: '', words: [] as Word[] }, (textPage, count) => ({
    text: readText(pdfium, textPage, count),
    words: wantsWords ? readWords(pdfium, textPage, count, toSeen!) : [],
  }));
  const filled = fields.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`));
  const words = [...printed.words, ...(wantsWords ? fields.flatMap(wordsOf) : [])];
  for (const word of words) word.box = word.box.map((edge) => Math.round(edge * 10) / 10) as Word['box'];
  return { text: [printed.text, ...filled].filter((part) => part !== '').join('\n'), words };
}

/** The words of a value share the box of its field. */
const wordsOf = ({ value, box }: FormField): Word[] =>
  value
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => ({ text, box }));

function readText(pdfium: Pdfium, textPage: number, count: number): string {
  return withMemory(pdfium, (count + 1) * 2, (pointer) => {
    const written = pdfium._FPDFText_GetText(textPage, 0, count, pointer);
    return readUtf16(pdfium, pointer, Math.max(0, written - 1))
      .replaceAll('\r\n', '\n')
      .replace(HYPHEN, joinHyphen);
  });
}

/** PDFium's signs for a hyphen at the end of a line, of single characters and in texts. */
const HYPHENS = '\u0002\ufffe';
const HYPHEN = new RegExp(`(.?)[${HYPHENS}]+(.?)`, 'gu');

/** Within a word it was put in by the typesetter; in `A-4711` it belongs there. */
const joinHyphen = (_all: string, before: string, after: string): string =>
  /^\p{Ll}\p{Ll}$/u.test(before + after) ? before + after : `${before}-${after}`;

/** In the order of the text, each with its box as it is seen: rotated pages and moved origins included. */
function readWords(
  pdfium: Pdfium,
  textPage: number,
  count: number,
  toSeen: (x: number, y: number) => [number, number],
): Word[] {
  return withMemory(pdfium, 32, (pointer) => {
    const words: Word[] = [];
    let current: Word | undefined;
    for (let index = 0; index < count; index += 1) {
      const code = pdfium._FPDFText_GetUnicode(textPage, index);
      const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
      if (/\s/.test(character)) {
        current = undefined;
        continue;
      }
      if (pdfium._FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24) === 0)
        continue;
      const view = viewOf(pdfium);
      const [x0, y0] = toSeen(view.getFloat64(pointer, true), view.getFloat64(pointer + 24, true));
      const [x1, y1] = toSeen(view.getFloat64(pointer + 8, true), view.getFloat64(pointer + 16, true));
      const box: Word['box'] = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
      const alone = isUnspaced(character);
      if (current === undefined || alone) {
        current = { text: character, box };
        words.push(current);
        if (alone) current = undefined;
      } else {
        current.text += character;
        current.box = union(current.box, box);
      }
    }
    for (const word of words) word.text = word.text.replace(HYPHEN, joinHyphen);
    return words;
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

/** PDFium maps points to pixels in whole numbers: three far points give the exact mapping. */
function viewTransform(
  pdfium: Pdfium,
  page: number,
  { width, height }: { width: number; height: number },
): (x: number, y: number) => [number, number] {
  // As fine as whole numbers allow: some pages are kilometres wide.
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

const union = (a: Word['box'], b: Word['box']): Word['box'] => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
