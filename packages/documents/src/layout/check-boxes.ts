import { boxOfPieces, type Composer } from './compose.ts';
import { checkBox, type Piece } from './piece.ts';

// Check boxes: characters in the text, or drawn as small squares.

const EMPTY = new Set('☐□▢❏❐❑❒◻\uf06f\uf0a8\uf0a3\uf071\uf072'.split(''));
const TICKED = new Set('☑☒✅⊠⊡☒\uf0fe\uf0fd\uf052\uf053\uf054\uf078'.split(''));
const MARKS = /^[xX×✓✔✗✘✕✖\uf0fc\uf0fb]$/u;

/** Turns box characters into check boxes, also `[` and `]` with nothing between them. */
export function withCheckBoxes(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const [first = '', ...rest] = [...piece.text];
    const isBox = EMPTY.has(first) || TICKED.has(first);
    if (!isBox) {
      found.push(isClosing(found.at(-1), piece) ? joinBrackets(found.pop()!, piece) : asBox(piece));
      continue;
    }
    found.push({ ...piece, ...checkBox(TICKED.has(first), piece.box, piece.seen), confidence: piece.confidence });
    if (rest.length > 0) found.push({ ...piece, text: rest.join('') });
  }
  return found;
}

const isClosing = (before: Piece | undefined, { text }: Piece): boolean => before?.text === '[' && /^\]/.test(text);

/**
 * OCR often reads `[ ]` as `[ 1` or `[ J`; a number in brackets would have a closing one. It also loses the blank between
 * a box and its label: `[x]I agree`.
 */
export const withMisreadBrackets = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap(splitBrackets).map((piece, index, all) => readBracket(piece, index, all));

function splitBrackets(piece: Piece): Piece[] {
  const [, brackets = '', rest = ''] = /^(\[[ _xX×✓✔]?\])(\p{Lu}.*)$/u.exec(piece.text) ?? [];
  if (brackets === '') return [piece];
  const at = brackets.length / piece.text.length;
  const { box, seen } = piece;
  const middle = box[0] + at * (box[2] - box[0]);
  return [
    {
      ...piece,
      ...checkBox(!/^\[[ _]?\]$/.test(brackets), [box[0], box[1], middle, box[3]], seen),
      confidence: piece.confidence,
    },
    { ...piece, text: rest, box: [middle, box[1], box[2], box[3]] },
  ];
}

const readBracket = (piece: Piece, index: number, pieces: readonly Piece[]): Piece => {
  const isMisread =
    /^[1lIJ|}]$/.test(piece.text) &&
    pieces[index - 1]?.text === '[' &&
    /^\p{L}/u.test(pieces[index + 1]?.text ?? '') &&
    isOneLine(pieces[index - 1]!, piece);
  return isMisread ? { ...piece, text: ']' } : piece;
};

const isOneLine = ({ box: [, top, , bottom] }: Piece, { box }: Piece): boolean =>
  (box[1] + box[3]) / 2 > top && (box[1] + box[3]) / 2 < bottom;

const joinBrackets = (open: Piece, close: Piece): Piece => ({
  ...checkBox(false, [open.box[0], open.box[1], close.box[2], close.box[3]]),
  seen: [
    Math.min(open.seen[0], close.seen[0]),
    Math.min(open.seen[1], close.seen[1]),
    Math.max(open.seen[2], close.seen[2]),
    Math.max(open.seen[3], close.seen[3]),
  ],
});

const asBox = (piece: Piece): Piece => {
  if (/^\[[xX×✓✔]\]$/u.test(piece.text)) return { ...piece, text: '[x]', checked: true };
  return /^\[[ _]?\]$/.test(piece.text) ? { ...piece, text: '[ ]', checked: false } : piece;
};

/** Adds drawn squares. A mark inside, a letter or lines, ticks them. */
export function addDrawnBoxes(
  pieces: readonly Piece[],
  squares: { box: Piece['box']; seen: Piece['box']; marked: boolean }[],
): Piece[] {
  const used = new Set<Piece>();
  const boxes = squares.flatMap(({ box, seen, marked }) => {
    const inside = pieces.filter((piece) => isInside(piece.box, box));
    if (inside.some(({ text }) => !MARKS.test(text))) return [];
    if (!pieces.some((piece) => !inside.includes(piece) && isNear(piece.box, box))) return [];
    for (const piece of inside) used.add(piece);
    return [checkBox(marked || inside.length > 0, box, seen)];
  });
  return boxes.length === 0
    ? [...pieces]
    : insert(
        pieces.filter((piece) => !used.has(piece)),
        boxes,
      );
}

const isInside = (inner: Piece['box'], [left, top, right, bottom]: Piece['box']): boolean => {
  const [x, y] = [(inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2];
  return x >= left && x <= right && y >= top && y <= bottom;
};

/** Whether a label is on the same line, at most four box widths away. */
function isNear(piece: Piece['box'], box: Piece['box']): boolean {
  const size = box[2] - box[0];
  const middle = (box[1] + box[3]) / 2;
  if (middle < piece[1] - size / 2 || middle > piece[3] + size / 2) return false;
  return Math.max(piece[0] - box[2], box[0] - piece[2]) < 4 * size;
}

/** Inserts each box before the first word whose middle is right of it on its line, so that the order of the text stays. */
function insert(pieces: Piece[], boxes: Piece[]): Piece[] {
  const result = [...pieces];
  for (const box of boxes) {
    const middle = (box.box[1] + box.box[3]) / 2;
    const at = result.findIndex(
      ({ box: other }) => (other[0] + other[2]) / 2 > box.box[2] && middle > other[1] - 2 && middle < other[3] + 2,
    );
    result.splice(at < 0 ? result.length : at, 0, box);
  }
  return result;
}

/** Writes `Consent: [x] yes [ ] no`. A box belongs to the words after it, or at the end of its line to those before. */
export function writeCheckBoxes(composer: Composer, pieces: readonly Piece[]): void {
  const from = pieces.findIndex(({ checked }) => checked !== undefined);
  const lead = pieces.slice(0, from);
  const start = composer.position();
  if (lead.length > 0) composer.pieces(lead);
  const leadEnd = composer.position();
  const groups: Piece[][] = [];
  for (const piece of pieces.slice(from)) {
    if (piece.checked !== undefined) groups.push([piece]);
    else groups.at(-1)!.push(piece);
  }
  const isTrailing = groups.length === 1 && groups[0]!.length === 1 && lead.length > 0;
  if (lead.length > 0 && !isTrailing) composer.addBlock({ kind: 'paragraph', start });
  for (const [index, group] of groups.entries()) {
    if (lead.length > 0 || index > 0) composer.write(' ');
    const own = isTrailing ? start : composer.position();
    const [, end] = composer.pieces(group.slice(0, 1));
    if (group.length > 1) composer.write(' ');
    const label =
      group.length > 1
        ? composer.pieces(group.slice(1))
        : isTrailing
          ? ([start, leadEnd] as [number, number])
          : undefined;
    const box = boxOfPieces(group);
    composer.addBlock({
      kind: 'checkbox',
      start: own,
      checked: group[0]!.checked!,
      label: label ?? [end, end],
      ...(box && { box }),
    });
  }
}
