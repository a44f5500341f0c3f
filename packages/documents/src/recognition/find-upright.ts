import type { Turn } from '../layout/turn.ts';
import { findLines } from './find-lines.ts';
import type { LineBox } from './line-box.ts';
import type { Networks } from './network.ts';
import { createPyramid, type Pyramid, type Raster, turnRaster } from './raster.ts';
import { readLine } from './read-line.ts';

// Finds which way up a page is before it is read: lines that stand are on their side, and a few lines are read both ways
// up to tell the head from the feet.

export type UprightPage = { turn: Turn; upright: Raster; lines: LineBox[]; pyramid: Pyramid };

const SAMPLES = 5;
/** A line read this surely is the right way up. Text on its head is read with less than 0.8. */
const SURE = 0.93;
const LETTERS_SURE = 20;

export async function findUpright(networks: Networks, raster: Raster): Promise<UprightPage> {
  const seen = await findLines(networks, raster);
  const isOnSide = standing(seen) > 0.6;
  const level = isOnSide ? turnRaster(raster, 90) : raster;
  const lines = isOnSide ? await findLines(networks, level) : seen;
  const pyramid = createPyramid(level);
  const turn: Turn = isOnSide ? 90 : 0;
  if (!(await isOnHead(networks, pyramid, lines))) return { turn, upright: level, lines, pyramid };
  const upright = turnRaster(level, 180);
  const flipped = lines.map((line) => ({ ...line, x: level.width - line.x, y: level.height - line.y }));
  return { turn: (turn + 180) as Turn, upright, lines: flipped, pyramid: createPyramid(upright) };
}

/** Returns the share of text that stands. Short words are as high as they are wide and tell nothing. */
function standing(lines: readonly LineBox[]): number {
  let [standingLength, lyingLength] = [0, 0];
  for (const { width, height } of lines) {
    if (height > 1.5 * width) standingLength += height;
    else if (width > 1.5 * height) lyingLength += width;
  }
  return standingLength / Math.max(1, standingLength + lyingLength);
}

async function isOnHead(networks: Networks, pyramid: Pyramid, lines: readonly LineBox[]): Promise<boolean> {
  const longest = lines
    .filter(({ width, height }) => width > 2 * height)
    .sort((a, b) => b.width / b.height - a.width / a.height)
    // The longest of all may be rules or rows of dots.
    .slice(0, SAMPLES);
  let [upright, onHead, letters] = [0, 0, 0];
  for (const line of longest) {
    const read = await readLine(networks, pyramid, line);
    upright += read.confidence * read.letters.length;
    letters += read.letters.length;
    if (letters >= LETTERS_SURE && upright / letters >= SURE) return false;
  }
  for (const line of longest) {
    const read = await readLine(networks, pyramid, line, { isTurned: true });
    onHead += read.confidence * read.letters.length;
  }
  // Both ways have about as many letters, so that sums compare like means but count long lines more.
  return onHead > upright * 1.05;
}
