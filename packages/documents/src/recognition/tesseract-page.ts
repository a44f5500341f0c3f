import { addDrawnBoxes } from '../layout/check-boxes.ts';
import type { Piece } from '../layout/piece.ts';
import { levelBox, slopeOf, type Turn } from '../layout/turn.ts';
import type { Box } from '../model/box.ts';
import { chooseBoxes } from './choose-boxes.ts';
import { type LanguageData, languageOf, otherScripts, toPackCode } from './ocr-languages.ts';
import { type Raster, turnRaster } from './raster.ts';
import { confidenceOf, lettersOf, type Recognized } from './recognized.ts';
import { findScanBoxes } from './scan-boxes.ts';
import type { Tesseract, TesseractLine, TesseractWord } from './tesseract.ts';
import { seenBox } from './words.ts';

// Reads a page with Tesseract. It reads upright text of one language at a time, so pages are tried in all four
// directions, and in the language of their first words.

/** Above this confidence, the page was read the right way up and in the right script. */
const SURE = 0.62;
const LETTERS_MIN = 12;

type Languages = { packs: readonly LanguageData[]; isAuto: boolean };

export async function readWithTesseract(
  tesseract: Tesseract,
  raster: Raster,
  { packs, isAuto }: Languages,
): Promise<Recognized> {
  const current = isAuto ? packs.slice(0, 1) : packs;
  let best = await readTurned(tesseract, raster, current);
  if (!isAuto) return best;
  for (const pack of candidates(packs, current, best)) {
    const again = await readOnce(tesseract, raster, { packs: [pack], turn: best.turn });
    if (worth(again) > worth(best)) {
      best = again;
      break;
    }
  }
  return best;
}

/** Returns other languages to try: the one that the words look like, or other scripts if nothing could be read. */
function candidates(
  packs: readonly LanguageData[],
  current: readonly LanguageData[],
  { pieces }: Recognized,
): LanguageData[] {
  const known = (code: string): LanguageData[] => packs.filter((pack) => pack.code === code && !current.includes(pack));
  if (confidenceOf(pieces) >= SURE) {
    const language = languageOf(pieces.map(({ text }) => text).join(' '));
    return language === undefined ? [] : known(toPackCode(language));
  }
  return lettersOf(pieces) < LETTERS_MIN ? [] : otherScripts.flatMap(known);
}

/** Reads the page upright, and in the other three directions only if that makes no sense. */
async function readTurned(tesseract: Tesseract, raster: Raster, packs: readonly LanguageData[]): Promise<Recognized> {
  let best = await readOnce(tesseract, raster, { packs, turn: 0 });
  if (confidenceOf(best.pieces) >= SURE && lettersOf(best.pieces) >= LETTERS_MIN) return best;
  for (const turn of [180, 90, 270] as const) {
    const turned = await readOnce(tesseract, raster, { packs, turn });
    if (worth(turned) > worth(best)) best = turned;
    if (confidenceOf(best.pieces) >= 0.8 && lettersOf(best.pieces) >= LETTERS_MIN) break;
  }
  return best;
}

/** Scores a result. Uncertain words count little, because noise may be read as letters. */
const worth = ({ pieces }: Recognized): number =>
  pieces.reduce((sum, { text, confidence }) => sum + text.length * Math.max(0, confidence - 0.4), 0);

async function readOnce(
  tesseract: Tesseract,
  raster: Raster,
  { packs, turn }: { packs: readonly LanguageData[]; turn: Turn },
): Promise<Recognized> {
  const upright = turnRaster(raster, turn);
  const lines = await tesseract.read(upright, packs);
  const slope = slopeOf(lines.map(({ from, to }) => ({ first: [...from, ...from], last: [...to, ...to] })));
  const page = { turn, width: upright.width, height: upright.height, slope };
  const { boxes, words } = chooseFrom(lines, upright);
  const pieces = words.flatMap((line) =>
    withoutBars(
      line.map(({ text, box, confidence }): Piece => {
        return { text, box: levelBox(box, slope), seen: seenBox(box, page), confidence };
      }),
    ),
  );
  const squares = boxes.map(({ box, marked }) => ({ box: levelBox(box, slope), seen: seenBox(box, page), marked }));
  return { pieces: addDrawnBoxes(pieces, squares), turn };
}

/** Tells boxes from letters. Letters have no boxes of their own, so they share their word's. */
function chooseFrom(lines: readonly TesseractLine[], raster: Raster) {
  const heights = lines.flatMap(({ words }) => words.map(({ box }) => box[3] - box[1])).sort((a, b) => a - b);
  const squares = findScanBoxes(raster, heights[heights.length >> 1]);
  const placed = lines.map(({ words }) => words.flatMap((word) => [...lettersIn(word), blankAfter(word)]));
  const { boxes, misread } = chooseBoxes(placed, squares);
  const words = lines.map((line, index) =>
    line.words.flatMap((word) => {
      const own = placed[index]!.filter((letter) => letter.word === word && letter.text !== ' ');
      const kept = own.filter((letter) => !misread.has(letter));
      if (kept.length === 0) return [];
      const box: Box = [kept[0]!.box[0], word.box[1], kept.at(-1)!.box[2], word.box[3]];
      return [
        { ...word, text: kept.map(({ text }) => text).join(''), box: kept.length === own.length ? word.box : box },
      ];
    }),
  );
  return { boxes, words };
}

function lettersIn(word: TesseractWord): { text: string; box: Box; word: TesseractWord }[] {
  const letters = [...word.text];
  const [left, top, right, bottom] = word.box;
  const step = (right - left) / letters.length;
  return letters.map((text, index) => ({
    ...{ text, word },
    box: [left + index * step, top, left + (index + 1) * step, bottom],
  }));
}

const blankAfter = (word: TesseractWord): { text: string; box: Box; word: TesseractWord } => ({
  ...{ text: ' ', word },
  box: [word.box[2], word.box[1], word.box[2], word.box[3]],
});

const BARS = /^[|¦]+$/;
const BARS_MIN = 3;

/**
 * Removes bars, except in a line that begins and ends with one, which is a row of a table. Elsewhere a bar before a
 * word is the letter I of a sans-serif font, and any other is a drawn line.
 */
function withoutBars(words: Piece[]): Piece[] {
  const bars = words.filter(({ text }) => BARS.test(text)).length;
  const isRow = bars >= BARS_MIN && BARS.test(words[0]!.text) && BARS.test(words.at(-1)!.text);
  return words.flatMap((word, index) => {
    if (!BARS.test(word.text)) return [word];
    if (isRow) return [{ ...word, text: '|' }];
    return /^\p{Ll}/u.test(words[index + 1]?.text ?? '') ? [{ ...word, text: 'I' }] : [];
  });
}
