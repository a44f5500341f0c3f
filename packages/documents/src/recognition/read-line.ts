import type { LineBox } from './line-box.ts';
import { LINE_HEIGHT, type LineReader } from './network.ts';
import { levelFor, type Pyramid, sample } from './raster.ts';

// Reads one line: its pixels, level and 48 high, go through the network, which names a character at each step.

/** A character with its place in the line, as shares of the line's width. */
export type Letter = { text: string; from: number; to: number; confidence: number };
export type ReadLine = {
  letters: Letter[];
  confidence: number;
  /** The odds that a letter is missing: between two narrow ones, another was nearly read. */
  lost: number;
  /** Letters for each step that the network takes over a line that is not stretched. */
  tightness: number;
};

type Accepts = (character: string) => boolean;
type How = {
  isTurned?: boolean;
  /** Shows the network a wider line. It names at most one letter a step, so narrow letters in tight print need more steps. */
  stretch?: number;
};

/** Widths are rounded up, so that lines of similar length share their memory. */
const STEP = 32;
const WIDTH_MIN = 64;
/** About 200 letters. A longer line would be read in parts, but no page has one. */
const WIDTH_MAX = 3_200;

export async function readLine(
  reader: LineReader,
  pyramid: Pyramid,
  line: LineBox,
  { accepts, ...how }: How & { accepts?: Accepts } = {},
): Promise<ReadLine> {
  return (await seeLine(reader, pyramid, line, how))(accepts);
}

/** Shows a line to the network once. The result reads it, with all characters or with those of a script. */
export async function seeLine(
  reader: LineReader,
  pyramid: Pyramid,
  line: LineBox,
  { isTurned = false, stretch = 1 }: How = {},
): Promise<(accepts?: Accepts) => ReadLine> {
  const natural = (line.width / Math.max(1, line.height)) * LINE_HEIGHT;
  const inner = Math.min(WIDTH_MAX, Math.max(8, Math.round(natural * stretch)));
  const width = Math.max(WIDTH_MIN, Math.ceil(inner / STEP) * STEP);
  const pixels = cutOut(pyramid, line, { inner, width, isTurned });
  const { steps, classes, values } = await reader.read(pixels, width);
  return (accepts) => {
    const chosen = classesOf(reader.characters, accepts);
    const read = decode(reader.characters, { steps, classes, values, chosen, share: width / inner });
    return { ...read, tightness: (read.letters.length * width) / (steps * natural) };
  };
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
function decode(characters: readonly string[], read: Steps): Omit<ReadLine, 'tightness'> {
  const { steps, share } = read;
  const letters: Letter[] = [];
  const named: Named[] = [];
  let before = 0;
  for (let step = 0; step < steps; step += 1) {
    const { best, likelihood } = nameStep(read, step);
    named.push({ best, likelihood });
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
  return { letters, confidence, lost: oddsOfLoss(characters, read, named) };
}

/** The class of a step, and how likely it is. */
type Named = { best: number; likelihood: number };

/** Returns the likeliest class of a step, apart from those in `without`. */
function nameStep({ classes, values, chosen }: Steps, step: number, without: readonly number[] = []): Named {
  const offset = step * classes;
  let [best, likelihood] = [0, -1];
  for (let at = 0, count = chosen?.length ?? classes; at < count; at += 1) {
    const index = chosen ? chosen[at]! : at;
    const value = values[offset + index]!;
    if (value <= likelihood || without.includes(index)) continue;
    best = index;
    likelihood = value;
    // All add up to 1, so the thousands of others need no look.
    if (value > 0.5) break;
  }
  return { best, likelihood };
}

/** A step as sure as this has no rival worth a look. */
const STEP_SURE = 0.95;

/**
 * A letter that is narrower than a step is lost where its neighbours take both of its steps, although it comes second in
 * each. Returns the greatest odds of one more letter, summed over the steps that could have it.
 */
function oddsOfLoss(characters: readonly string[], read: Steps, named: readonly Named[]): number {
  let [greatest, sum, last] = [0, 0, 0];
  for (const [step, { best, likelihood }] of named.entries()) {
    const [before, after] = [named[step - 1]?.best ?? 0, named[step + 1]?.best ?? 0];
    const rival = likelihood < STEP_SURE ? nameStep(read, step, [0, best, before, after]) : { best: 0, likelihood: 0 };
    // The letter of this step stays only if a neighbour has it, too.
    const isLetter = rival.best !== 0 && /[\p{L}\p{N}\p{P}]/u.test(characters[rival.best]!);
    const isAdded = isLetter && (best === 0 || best === before || best === after);
    sum = isAdded ? rival.likelihood / likelihood + (rival.best === last ? sum : 0) : 0;
    last = isAdded ? rival.best : 0;
    greatest = Math.max(greatest, sum);
  }
  return greatest;
}
