import type { LineBox } from './line-box.ts';
import { LINE_HEIGHT, type LineReader } from './network.ts';
import { levelFor, type Pyramid, sample } from './raster.ts';

// Reads one line: its pixels, level and 48 high, go through the network, which names a character at each step.

/** A character with its place in the line, as shares of the line's width. */
export type Letter = { text: string; from: number; to: number; confidence: number };
export type ReadLine = { letters: Letter[]; confidence: number };

/** Widths are rounded up, so that lines of similar length share their memory. */
const STEP = 32;
const WIDTH_MIN = 64;
/** About 200 letters. A longer line would be read in parts, but no page has one. */
const WIDTH_MAX = 3_200;

export async function readLine(
  reader: LineReader,
  pyramid: Pyramid,
  line: LineBox,
  { isTurned = false, accepts }: { isTurned?: boolean; accepts?: ((character: string) => boolean) | undefined } = {},
): Promise<ReadLine> {
  const inner = Math.min(WIDTH_MAX, Math.max(8, Math.round((line.width / Math.max(1, line.height)) * LINE_HEIGHT)));
  const width = Math.max(WIDTH_MIN, Math.ceil(inner / STEP) * STEP);
  const pixels = cutOut(pyramid, line, { inner, width, isTurned });
  const { steps, classes, values } = await reader.read(pixels, width);
  const chosen = classesOf(reader.characters, accepts);
  return decode(reader.characters, { steps, classes, values, chosen, share: width / inner });
}

/** The values are from -1 to 1, and 0 right of the line, as the network was trained. */
function cutOut(
  pyramid: Pyramid,
  line: LineBox,
  { inner, width, isTurned }: { inner: number; width: number; isTurned: boolean },
): Float32Array {
  const level = levelFor(line.height / LINE_HEIGHT);
  const source = pyramid(level);
  const shrink = 1 / 2 ** level;
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)];
  const pixels = new Float32Array(3 * LINE_HEIGHT * width);
  const plane = LINE_HEIGHT * width;
  for (let y = 0; y < LINE_HEIGHT; y += 1) {
    const across = ((y + 0.5) / LINE_HEIGHT - 0.5) * line.height * (isTurned ? -1 : 1);
    for (let x = 0; x < inner; x += 1) {
      const along = ((x + 0.5) / inner - 0.5) * line.width * (isTurned ? -1 : 1);
      const px = (line.x + along * cos - across * sin) * shrink - 0.5;
      const py = (line.y + along * sin + across * cos) * shrink - 0.5;
      const value = sample(source, px, py) / 127.5 - 1;
      const at = y * width + x;
      pixels[at] = value;
      pixels[plane + at] = value;
      pixels[2 * plane + at] = value;
    }
  }
  return pixels;
}

type Accepts = (character: string) => boolean;
const known = new WeakMap<readonly string[], WeakMap<Accepts, number[]>>();

/** Returns the classes that may be chosen, or undefined for all. */
function classesOf(characters: readonly string[], accepts: Accepts | undefined): number[] | undefined {
  if (accepts === undefined) return undefined;
  const byReader = known.get(characters) ?? new WeakMap<Accepts, number[]>();
  known.set(characters, byReader);
  let chosen = byReader.get(accepts);
  if (chosen === undefined) {
    chosen = characters.flatMap((character, index) => (index === 0 || accepts(character) ? [index] : []));
    byReader.set(accepts, chosen);
  }
  return chosen;
}

type Steps = {
  steps: number;
  classes: number;
  values: Float32Array;
  chosen: number[] | undefined;
  /** The width that the network saw, as a multiple of the line's. */
  share: number;
};

/** The same character at consecutive steps is one letter; "none" separates two of the same. */
function decode(characters: readonly string[], { steps, classes, values, chosen, share }: Steps): ReadLine {
  const letters: Letter[] = [];
  let before = 0;
  for (let step = 0; step < steps; step += 1) {
    const offset = step * classes;
    let [best, likelihood] = [0, -1];
    for (let at = 0, count = chosen?.length ?? classes; at < count; at += 1) {
      const index = chosen ? chosen[at]! : at;
      const value = values[offset + index]!;
      if (value > likelihood) [best, likelihood] = [index, value];
    }
    const [from, to] = [(step / steps) * share, ((step + 1) / steps) * share];
    if (best !== 0 && from < 1) {
      const last = letters.at(-1);
      if (best === before && last) {
        last.to = Math.min(1, to);
        last.confidence = Math.max(last.confidence, likelihood);
      } else letters.push({ text: characters[best]!, from, to: Math.min(1, to), confidence: likelihood });
    }
    before = best;
  }
  const visible = letters.filter(({ text }) => text.trim() !== '');
  const confidence =
    visible.length === 0 ? 0 : visible.reduce((sum, letter) => sum + letter.confidence, 0) / visible.length;
  return { letters, confidence };
}
