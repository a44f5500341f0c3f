import type { Box } from '../model/box.ts';
import type { ScanBox } from './scan-boxes.ts';

// Tells check boxes from letters that look like squares. A square is a check box if no letter was read in its place, or
// only what a box is misread as, standing apart from the next letter. Letters of words are never replaced.

export type PlacedLetter = { text: string; box: Box };

/** What a box, empty or ticked, is read as. */
const MISREAD = /^[□☐☑☒■▢◻口囗回日目曰田国图固因困囚四凶区网図O0oDQCULJIl1|[\]{}()xX×✓✔✗✘✕✖vVyYMNWRBE#*+^/\\.,'"_-]$/u;
/** In sides of the box. */
const APART = 0.12;
const SIDE = { min: 0.3, max: 2 };
/** Ink that is nearer than this, in sides of the box, is the next letter of a word. */
const GAP_MIN = 0.2;
/** A letter or digit that follows its neighbour at the pace of its line belongs to a word. Boxes keep a distance. */
const PACE = 1.5;

export function chooseBoxes<Letter extends PlacedLetter>(
  lines: readonly (readonly Letter[])[],
  squares: readonly ScanBox[],
): { boxes: ScanBox[]; misread: Set<Letter> } {
  const misread = new Set<Letter>();
  const boxes = squares.filter((square) => {
    const found = lines.flatMap((line) => judge(line, square));
    if (found.some(({ isBox }) => !isBox)) return false;
    for (const { covered } of found) for (const letter of covered) misread.add(letter);
    return true;
  });
  return { boxes, misread };
}

/** The round of an e in a large title is a square of the size of other lines' boxes, but small in its own line. */
const PART_OF_LETTER = 0.45;

function isPartOfLetter(line: readonly PlacedLetter[], box: Box): boolean {
  const letters = line.filter(({ text }) => text.trim() !== '');
  const [first, last] = [letters[0], letters.at(-1)];
  if (first === undefined || last === undefined || letters.length < 3) return false;
  const heights = letters.map(({ box: own }) => own[3] - own[1]).sort((one, other) => one - other);
  const height = heights[heights.length >> 1]!;
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const isInLine = x > first.box[0] && x < last.box[2] + 0.1 * height && y > first.box[1] && y < first.box[3];
  return isInLine && box[2] - box[0] < PART_OF_LETTER * height;
}

/** Returns nothing if the line does not touch the square. */
function judge<Letter extends PlacedLetter>(
  line: readonly Letter[],
  square: ScanBox,
): { isBox: boolean; covered: Letter[] }[] {
  const { box, isBrackets } = square;
  if (!isBrackets && isPartOfLetter(line, box)) return [{ isBox: false, covered: [] }];
  const covered = listCovered(line, square);
  if (covered.length === 0) return isInsideWord(line, box) ? [{ isBox: false, covered: [] }] : [];
  const isBox = isBrackets === true || (isLikely(line, covered, box) && isApart(line, covered, square));
  return [{ isBox, covered: covered.map((index) => line[index]!) }];
}

/** Returns the letters that were read in the place of the square. */
function listCovered(line: readonly PlacedLetter[], { box, isBrackets }: ScanBox): number[] {
  const isOwn = isMark(line, box);
  // Where the closing bracket was read as what it is, a letter behind it is the word "I".
  const isMisread = isBrackets && !line.some(({ text, box: own }) => text === ']' && coversLate(box, own));
  return line.flatMap((letter, index) => {
    const isEdge = EDGES.test(letter.text) || (isMisread && CLOSING.test(letter.text));
    const isCovered = isOwn || covers(box, letter.box) || (isEdge && coversLate(box, letter.box));
    return letter.text.trim() !== '' && isCovered ? [index] : [];
  });
}

function isLikely(line: readonly PlacedLetter[], covered: number[], box: Box): boolean {
  const side = box[2] - box[0];
  const height = line[covered[0]!]!.box[3] - line[covered[0]!]!.box[1];
  return (
    covered.length <= 3 &&
    side >= SIDE.min * height &&
    (side <= SIDE.max * height || isMark(line, box)) &&
    covered.every((index) => MISREAD.test(line[index]!.text))
  );
}

function isApart(line: readonly PlacedLetter[], covered: number[], { box, gap }: ScanBox): boolean {
  if (covered.every((index) => SIGNS.test(line[index]!.text))) return true;
  const side = box[2] - box[0];
  const before = line[covered[0]! - 1];
  const after = line[covered.at(-1)! + 1];
  const isLetter = covered.length === 1 && /[\p{L}\d]/u.test(line[covered[0]!]!.text);
  const isClose = isLetter && gap < GAP_MIN && /[\p{L}\d]/u.test(after?.text ?? '');
  return (
    (before === undefined || before.text.trim() === '' || box[0] - before.box[2] >= APART * side) &&
    (after === undefined || after.text.trim() === '' || after.box[0] - box[2] >= APART * side) &&
    !isClose &&
    !keepsPace(line, covered)
  );
}

/** Whether what was read is a letter or digit as far from its neighbours as the other letters of the line are. */
function keepsPace(line: readonly PlacedLetter[], covered: number[]): boolean {
  const [first, last] = [covered[0]!, covered.at(-1)!];
  if (first !== last || !/[\p{L}\d]/u.test(line[first]!.text)) return false;
  const steps = line.flatMap((_, index) => (index === first || index === first + 1 ? [] : stepTo(line, index)));
  const pace = steps.sort((one, other) => one - other)[steps.length >> 1];
  const own = [...stepTo(line, first), ...stepTo(line, first + 1)];
  return pace !== undefined && own.some((step) => step < PACE * pace);
}

/** The way from the middle of the letter before to the middle of this one, within a word. */
function stepTo(line: readonly PlacedLetter[], index: number): number[] {
  const [before, letter] = [line[index - 1], line[index]];
  if (!before?.text.trim() || !letter?.text.trim()) return [];
  return [(letter.box[0] + letter.box[2] - before.box[0] - before.box[2]) / 2];
}

/** Whether the square lies between two letters of a word, whose places are only known roughly. */
function isInsideWord(line: readonly PlacedLetter[], box: Box): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return line.some((letter, index) => {
    const next = line[index + 1];
    if (next === undefined || letter.text.trim() === '' || next.text.trim() === '') return false;
    const isBetween = letter.box[0] < x && next.box[2] > x && y > letter.box[1] && y < letter.box[3];
    return isBetween && next.box[0] - letter.box[2] < 1.3 * (box[2] - box[0]);
  });
}

/** A mark in a large box may be found as a small line, or two, of its own. */
const isMark = (line: readonly PlacedLetter[], box: Box): boolean =>
  line.every((letter) => letter.text.trim() === '' || coversLate(box, letter.box));

/** What only the edges of a box are misread as. Letters and round brackets may stand beside one. */
const EDGES = /^[□☐☑☒[\]|]$/u;
const SIGNS = /^[□☐☑☒]$/u;
/** What a closing bracket is misread as. */
const CLOSING = /^[1lIJij}]$/;
/** Letters are named up to a step late, a sixth of the height of their line. In sides of the box. */
const LATE = 0.4;

function coversLate([left, top, right, bottom]: Box, letter: Box): boolean {
  const late = LATE * (right - left);
  return covers([left - late, top, right + late, bottom], letter);
}

/** Whether the middle of a letter is in the box. */
function covers(box: Box, letter: Box): boolean {
  const [x, y] = [(letter[0] + letter[2]) / 2, (letter[1] + letter[3]) / 2];
  return (
    x > box[0] &&
    x < box[2] &&
    Math.min(box[3], letter[3]) - Math.max(box[1], letter[1]) > 0 &&
    y > box[1] - 0.5 * (box[3] - box[1]) &&
    y < box[3] + 0.5 * (box[3] - box[1])
  );
}
