import type { Piece } from '../layout/piece.ts';
import type { Box } from '../model/box.ts';
import { chooseBoxes } from './choose-boxes.ts';
import { boxOfPart, type LineBox } from './line-box.ts';
import type { LineReader, Networks } from './network.ts';
import type { Pyramid } from './raster.ts';
import { type Letter, type ReadLine, seeLine } from './read-line.ts';
import { findScanBoxes } from './scan-boxes.ts';
import { isChinese, isWestern } from './scripts.ts';
import { seenBox, toWords, type Upright } from './words.ts';

/** Below this, a line is a picture, a stamp or noise. */
const LINE_CONFIDENCE_MIN = 0.35;
/**
 * Below these, a line is read again by the larger network: six lines of a photographed receipt, for a fifth of the time,
 * and hardly one of a clean page. Names stand at the top, in letters that nothing else on the page repeats; there the small
 * network alone loses every tenth, and the two lose every twentieth.
 */
const SURE_AT_TOP = 0.95;
const SURE = 0.85;
const TOP_LINES = 8;
/**
 * So is a line that has lost a letter with a likelihood of a quarter, however sure the others are. Of such lines on
 * receipts, the larger network reads four in five better.
 */
const LOST_MAX = 1 / 3;
/** From this on, letters share steps of the network and get lost. Hardly a line of a receipt is as tight. */
const TIGHT = 0.55;
const STRETCH = 1.25;
/** The share of Chinese signs that makes a line Chinese. Fewer are misread letters. */
const CHINESE_MIN = 0.5;

type FirstReading = ReadLine & { stretch: number };
type ToRead = { lines: readonly LineBox[]; pyramid: Pyramid; page: Upright; mayBeChinese: boolean };
type SeenBox = { box: Box; seen: Box; marked: boolean };

/** Reads the lines of an upright page from top to bottom, with its check boxes. */
export async function readPage(
  networks: Networks,
  { lines, pyramid, page, mayBeChinese }: ToRead,
): Promise<{ pieces: Piece[]; boxes: SeenBox[] }> {
  const sorted = [...lines].sort((a, b) => a.y - b.y);
  // All lines come first, since networks that take turns push each other out of the processor's cache.
  const first = await readLines(networks, pyramid, sorted, mayBeChinese);
  const read: { line: LineBox; letters: Letter[] }[] = [];
  for (const [index, line] of sorted.entries()) {
    const sure = index < TOP_LINES ? SURE_AT_TOP : SURE;
    const { letters, confidence } = await readAgain(networks.careful, pyramid, line, { first: first[index]!, sure });
    if (confidence >= LINE_CONFIDENCE_MIN) read.push({ line, letters });
  }
  plainStrayAccents(read.flatMap(({ letters }) => letters));
  const heights = read.map(({ line }) => line.height).sort((a, b) => a - b);
  const squares = findScanBoxes(pyramid(0), heights[heights.length >> 1]);
  const placed = read.map(({ line, letters }) =>
    letters.map((letter) => ({ ...letter, box: boxOfPart(line, letter.from, letter.to) })),
  );
  const { boxes, misread } = chooseBoxes(placed, squares);
  const pieces = read.flatMap(({ line }, index) =>
    toWords(
      line,
      placed[index]!.map((letter) => (misread.has(letter) ? { ...letter, text: ' ' } : letter)),
      page,
    ),
  );
  return { pieces, boxes: boxes.map((one) => ({ ...one, seen: seenBox(one.box, page) })) };
}

/** The share of letters with accents in the languages that have them is several times as high. */
const ACCENTS_MIN = 0.008;
const ACCENT_SURE = 0.9;

/** Specks over a letter look like accents. On a page that has hardly any, an unsure one is a speck. */
function plainStrayAccents(letters: Letter[]): void {
  const all = letters.filter(({ text }) => /\p{L}/u.test(text));
  const accented = all.filter(({ text }) => /^[A-Za-z]\p{M}+$/u.test(text.normalize('NFD')));
  if (accented.length >= ACCENTS_MIN * all.length) return;
  for (const letter of accented)
    if (letter.confidence < ACCENT_SURE) letter.text = letter.text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Reads lines once. Tight print is stretched, beginning with the line after the first of it, which is read twice. */
async function readLines(
  reader: LineReader,
  pyramid: Pyramid,
  lines: readonly LineBox[],
  mayBeChinese: boolean,
): Promise<FirstReading[]> {
  const readings: FirstReading[] = [];
  let stretch = 1;
  for (const line of lines) {
    let read = await readScript(reader, pyramid, line, { mayBeChinese, stretch });
    const isTight = read.tightness >= TIGHT;
    if (isTight && stretch === 1) {
      const wider = await readScript(reader, pyramid, line, { mayBeChinese, stretch: STRETCH });
      if (wider.confidence > read.confidence) read = wider;
    }
    stretch = isTight ? STRETCH : 1;
    readings.push({ ...read, stretch });
  }
  return readings;
}

/** Reads a line again if the first reading is unsure. The surer of the two counts. */
async function readAgain(
  careful: LineReader,
  pyramid: Pyramid,
  line: LineBox,
  { first, sure }: { first: FirstReading; sure: number },
): Promise<ReadLine> {
  const isSure = first.confidence >= sure && first.lost < LOST_MAX;
  if (isSure || first.letters.length === 0) return first;
  const isChineseLine = first.letters.some(({ text }) => isChinese(text));
  const second = await readScript(careful, pyramid, line, { mayBeChinese: isChineseLine, stretch: first.stretch });
  return second.confidence > first.confidence ? second : first;
}

/** A line is Chinese or Western. A few signs of the other are misread letters. */
async function readScript(
  reader: LineReader,
  pyramid: Pyramid,
  line: LineBox,
  { mayBeChinese, stretch }: { mayBeChinese: boolean; stretch: number },
): Promise<ReadLine> {
  const readAs = await seeLine(reader, pyramid, line, { stretch });
  if (!mayBeChinese) return readAs(isWestern);
  const read = readAs();
  if (read.letters.every(({ text }) => isWestern(text))) return read;
  const signs = read.letters.filter(({ text, confidence }) => isChinese(text) && confidence > 0.5).length;
  const all = read.letters.filter(({ text }) => text.trim() !== '').length;
  const isChineseLine = signs >= 2 && signs / all >= CHINESE_MIN;
  return isChineseLine ? read : readAs(isWestern);
}
