import { addDrawnBoxes } from '../layout/check-boxes.ts';
import { levelBox, slopeOf } from '../layout/turn.ts';
import { findUpright } from './find-upright.ts';
import { loadNetworks, type Networks } from './network.ts';
import { type LanguageData, latinLanguages, loadLanguage, otherScripts } from './ocr-languages.ts';
import type { Raster } from './raster.ts';
import { readPage } from './read-page.ts';
import { confidenceOf, lettersOf, type Recognized } from './recognized.ts';
import { isChineseLanguage, isRead } from './scripts.ts';
import { loadTesseract, type Tesseract } from './tesseract.ts';
import { readWithTesseract } from './tesseract-page.ts';

// OCR of pictures. Two networks read Latin, Greek and Chinese; Tesseract reads other scripts, and gives a second opinion
// on a page of which the networks are unsure.

export type Recognizer = {
  recognize(raster: Raster): Promise<Recognized>;
  /** Decodes a format that nothing else reads to a gray PNG. */
  toPng(file: Uint8Array): Promise<Uint8Array | undefined>;
};

/** Below this, another script may be on the page, or the networks may not know its print. */
const SURE = 0.72;
const LETTERS_MIN = 12;

let started: Promise<Recognizer> | undefined;

/** Starts one recognizer for the whole process, which files inside a file share. */
export function startRecognizer(languages: readonly string[] = ['auto']): Promise<Recognizer> {
  started ??= createRecognizer(languages);
  return started;
}

async function createRecognizer(languages: readonly string[]): Promise<Recognizer> {
  const isAuto = languages.includes('auto') || languages.length === 0;
  const isForNetworks = isAuto || languages.every(isRead);
  const networks = isForNetworks ? await loadNetworks() : undefined;
  // The process must load everything before it sees the file. Languages that the networks read need no data.
  const wanted = isAuto ? [...latinLanguages, ...otherScripts] : languages;
  const [tesseract, packs] = await Promise.all([loadTesseract(), loadPacks(wanted, networks !== undefined)]);
  const toPng: Recognizer['toPng'] = (file) => tesseract.toPng(file, packs.slice(0, 1));
  if (networks === undefined)
    return { toPng, recognize: (raster) => readWithTesseract(tesseract, raster, { packs, isAuto }) };
  const mayBeChinese = isAuto || languages.some(isChineseLanguage);
  return {
    toPng,
    recognize: async (raster) => {
      const found = await readWithNetworks(networks, raster, mayBeChinese);
      return isAuto ? secondOpinion(tesseract, raster, packs, found) : found;
    },
  };
}

/** Without data of its own, Tesseract gives its opinion in English. */
async function loadPacks(languages: readonly string[], areOptional: boolean): Promise<LanguageData[]> {
  if (!areOptional) return Promise.all(languages.map(loadLanguage));
  const packs = await Promise.all(languages.map((code) => loadLanguage(code).catch(() => undefined)));
  const known = packs.filter((pack) => pack !== undefined);
  return known.length > 0 ? known : [await loadLanguage('eng')];
}

async function readWithNetworks(networks: Networks, raster: Raster, mayBeChinese: boolean): Promise<Recognized> {
  const { turn, upright, lines, pyramid } = await findUpright(networks, raster);
  const page = { turn, width: upright.width, height: upright.height, slope: slopeOfLines(lines) };
  const { pieces, boxes } = await readPage(networks, { lines, pyramid, page, mayBeChinese });
  const squares = boxes.map(({ box, seen, marked }) => ({ box: levelBox(box, page.slope), seen, marked }));
  return { pieces: addDrawnBoxes(pieces, squares), turn };
}

const slopeOfLines = (
  lines: readonly { x: number; y: number; width: number; height: number; angle: number }[],
): number =>
  slopeOf(
    lines
      .filter(({ width, height }) => width > 3 * height)
      .map(({ x, y, width, angle }) => {
        const [dx, dy] = [(Math.cos(angle) * width) / 2, (Math.sin(angle) * width) / 2];
        return { first: [x - dx, y - dy, x - dx, y - dy], last: [x + dx, y + dy, x + dx, y + dy] };
      }),
  );

/** Asks Tesseract about a page that was read with little confidence, mostly because of another script. */
async function secondOpinion(
  tesseract: Tesseract,
  raster: Raster,
  packs: LanguageData[],
  found: Recognized,
): Promise<Recognized> {
  const own = confidenceOf(found.pieces);
  if (own >= SURE || lettersOf(found.pieces) < LETTERS_MIN) return found;
  const other = await readWithTesseract(tesseract, raster, { packs, isAuto: true });
  return confidenceOf(other.pieces) > own && lettersOf(other.pieces) >= lettersOf(found.pieces) / 2 ? other : found;
}
