import { gunzipSync } from 'node:zlib';
import { createWorker, OEM, type Worker } from 'tesseract.js';
import { addDrawnBoxes } from '../layout/check-boxes.ts';
import type { Piece } from '../layout/piece.ts';
import { levelBox, slopeOf, type Turn, turnBox } from '../layout/turn.ts';
import type { Box } from '../model/box.ts';
import {
  type LanguageData,
  languageOf,
  latinLanguages,
  loadLanguage,
  otherScripts,
  toPackCode,
} from './ocr-languages.ts';
import { decodeGray } from './pixels.ts';
import { findScanBoxes, withoutBoxes } from './scan-boxes.ts';

// OCR of images with a bundled recognizer. It reads upright text of one language at a time, so rotated pages are tried
// in all four directions, and in the language of their first words.

/** A picture of a page. `png` draws it turned clockwise, or returns undefined if it cannot be turned. */
export type Scan = { width: number; height: number; png(turn: Turn): Uint8Array | undefined };
export type Recognized = { pieces: Piece[]; turn: Turn };
export type Recognize = (scan: Scan) => Promise<Recognized>;

/** Above this confidence, the page was read the right way up and in the right script. */
const SURE = 0.62;
const LETTERS_MIN = 12;

let started: Promise<Recognize> | undefined;

/** Starts one recognizer for the whole process, which files inside a file share. */
export function startRecognizer(languages: readonly string[] = ['auto']): Promise<Recognize> {
  started ??= createRecognizer(languages);
  return started;
}

async function createRecognizer(languages: readonly string[]): Promise<Recognize> {
  const isAuto = languages.includes('auto') || languages.length === 0;
  // The process must load everything before it sees the file.
  const packs = await Promise.all((isAuto ? [...latinLanguages, ...otherScripts] : languages).map(loadLanguage));
  const { worker, use } = await startWorker(packs[0]!);
  let current = isAuto ? packs.slice(0, 1) : packs;
  if (current.length > 1) await use(current);
  return async (scan) => {
    let best = await readTurned(worker, scan);
    if (!isAuto) return best;
    for (const pack of candidates(packs, current, best)) {
      await use([pack]);
      const again = await readOnce(worker, scan, best.turn);
      if (again && worth(again) > worth(best)) {
        [best, current] = [again, [pack]];
        break;
      }
      await use(current);
    }
    return best;
  };
}

type OcrWorker = { worker: Worker; use(packs: LanguageData[]): Promise<void> };

async function startWorker(first: LanguageData): Promise<OcrWorker> {
  // The worker keeps this list and reads the languages in it from its own files, where we put them.
  const known = [first.code];
  const worker = await createWorker(known, OEM.LSTM_ONLY, {
    langPath: first.folder,
    gzip: true,
    cacheMethod: 'none',
    // The default handler would throw where nobody can catch it. A failed call rejects anyway.
    errorHandler: () => undefined,
  });
  // Light text on a dark background is rare, and trying it would read every uncertain line twice.
  const settle = (): Promise<unknown> => worker.setParameters({ tessedit_do_invert: '0' } as never);
  await settle();
  const use = async (packs: LanguageData[]): Promise<void> => {
    for (const { code, data } of packs.filter((pack) => !known.includes(pack.code))) {
      await worker.FS('writeFile', [`./${code}.traineddata`, gunzipSync(data)]);
      known.push(code);
    }
    await worker.reinitialize(packs.map(({ code }) => code).join('+'), OEM.LSTM_ONLY);
    await settle();
  };
  return { worker, use };
}

/** Returns other languages to try: the one that the words look like, or other scripts if nothing could be read. */
function candidates(packs: LanguageData[], current: LanguageData[], { pieces }: Recognized): LanguageData[] {
  const known = (code: string): LanguageData[] => packs.filter((pack) => pack.code === code && !current.includes(pack));
  if (confidenceOf(pieces) >= SURE) {
    const language = languageOf(pieces.map(({ text }) => text).join(' '));
    return language === undefined ? [] : known(toPackCode(language));
  }
  return lettersOf(pieces) < LETTERS_MIN ? [] : otherScripts.flatMap(known);
}

/** Reads the page upright, and in the other three directions only if that makes no sense. */
async function readTurned(worker: Worker, scan: Scan): Promise<Recognized> {
  let best = (await readOnce(worker, scan, 0))!;
  if (confidenceOf(best.pieces) >= SURE && lettersOf(best.pieces) >= LETTERS_MIN) return best;
  for (const turn of [180, 90, 270] as const) {
    const turned = await readOnce(worker, scan, turn);
    if (turned === undefined) break;
    if (worth(turned) > worth(best)) best = turned;
    if (confidenceOf(best.pieces) >= 0.8 && lettersOf(best.pieces) >= LETTERS_MIN) break;
  }
  return best;
}

/** Scores a result. Uncertain words count little, because noise may be read as letters. */
const worth = ({ pieces }: Recognized): number =>
  pieces.reduce((sum, { text, confidence }) => sum + text.length * Math.max(0, confidence - 0.4), 0);

const lettersOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);

export function confidenceOf(pieces: readonly Piece[]): number {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : pieces.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}

async function readOnce(worker: Worker, scan: Scan, turn: Turn): Promise<Recognized | undefined> {
  const image = scan.png(turn);
  if (image === undefined) return undefined;
  const gray = decodeGray(Buffer.from(image));
  const boxes = findScanBoxes(gray);
  const { data } = await worker.recognize(
    Buffer.from(boxes.length === 0 ? image : withoutBoxes(gray, boxes)),
    {},
    { text: false, blocks: true },
  );
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs).flatMap((paragraph) => paragraph.lines);
  const slope = slopeOf(
    lines.map(({ baseline: { x0, y0, x1, y1 } }) => ({ first: [x0, y0, x0, y0], last: [x1, y1, x1, y1] })),
  );
  const isOnSide = turn === 90 || turn === 270;
  const upright = isOnSide ? { width: scan.height, height: scan.width } : scan;
  const back = ((360 - turn) % 360) as Turn;
  const words = lines.flatMap((line) =>
    withoutBars(
      line.words
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, bbox, confidence }): Piece => {
          const raw: Box = [bbox.x0, bbox.y0, bbox.x1, bbox.y1];
          return { text, box: levelBox(raw, slope), seen: turnBox(raw, back, upright), confidence: confidence / 100 };
        }),
    ),
  );
  const seenOf = (box: Box): Box => turnBox(box, back, upright);
  const squares = boxes.map(({ box, marked }) => ({ box: levelBox(box, slope), seen: seenOf(box), marked }));
  return { pieces: addDrawnBoxes(words, squares), turn };
}

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
