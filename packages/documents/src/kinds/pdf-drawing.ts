import type { Rules } from '../layout/piece.ts';
import type { Box } from '../model/box.ts';
import { type Pdfium, viewOf, withMemory } from './pdfium.ts';

// Finds lines and small squares that are drawn on a page: borders of tables, and check boxes.

const PATH = 2;
const IMAGE = 3;
/** A map may have a million lines but no table. */
const OBJECTS_MAX = 4_000;
const SQUARE = { min: 5, max: 22 };
const SQUARES_MAX = 500;
const RULE = { thick: 2.5, long: 24 };

export type Square = { box: Box; seen: Box; marked: boolean };

export function readDrawing(
  pdfium: Pdfium,
  page: number,
  toSeen: (x: number, y: number) => [number, number],
  upright: (box: Box) => Box,
): { rules: Rules; squares: Square[]; pictures: Box[] } {
  const { paths, pictures } = listDrawn(pdfium, page, toSeen);
  const drawn = paths.map(({ seen, isStroke }) => ({ seen, isStroke, box: upright(seen) }));
  const rules: Rules = { horizontal: [], vertical: [] };
  const squares: Square[] = [];
  for (const one of drawn) {
    const [left, top, right, bottom] = one.box;
    const [width, height] = [right - left, bottom - top];
    if (isSquare(width, height) && !one.isStroke) squares.push({ box: one.box, seen: one.seen, marked: false });
    else if (height <= RULE.thick && width >= RULE.long)
      rules.horizontal.push({ from: left, to: right, at: (top + bottom) / 2 });
    else if (width <= RULE.thick && height >= RULE.long)
      rules.vertical.push({ from: top, to: bottom, at: (left + right) / 2 });
    else if (width >= RULE.long && height >= 8)
      rules.horizontal.push({ from: left, to: right, at: top }, { from: left, to: right, at: bottom });
  }
  const single = withoutCopies(squares).slice(0, SQUARES_MAX);
  for (const square of single)
    square.marked = drawn.some(({ box, isStroke }) => (isStroke ? isStrokeIn : isMark)(box, square.box));
  return { rules, squares: single.filter((square) => !touchesAnother(square, single)), pictures };
}

/** Smaller pictures are icons and bullets. */
const PICTURE_EDGE_MIN = 36;

function listDrawn(
  pdfium: Pdfium,
  page: number,
  toSeen: (x: number, y: number) => [number, number],
): { paths: { seen: Box; isStroke: boolean }[]; pictures: Box[] } {
  const count = pdfium._FPDFPage_CountObjects(page);
  if (count > OBJECTS_MAX) return { paths: [], pictures: [] };
  return withMemory(pdfium, 16, (pointer) => {
    const paths: { seen: Box; isStroke: boolean }[] = [];
    const pictures: Box[] = [];
    for (let index = 0; index < count; index += 1) {
      const object = pdfium._FPDFPage_GetObject(page, index);
      const type = pdfium._FPDFPageObj_GetType(object);
      if (type !== PATH && type !== IMAGE) continue;
      if (pdfium._FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12) === 0) continue;
      const view = viewOf(pdfium);
      const [x0, y0] = toSeen(view.getFloat32(pointer, true), view.getFloat32(pointer + 4, true));
      const [x1, y1] = toSeen(view.getFloat32(pointer + 8, true), view.getFloat32(pointer + 12, true));
      const box: Box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
      if (type === PATH) paths.push({ seen: box, isStroke: isStroke(pdfium, object, pointer) });
      else if (Math.min(box[2] - box[0], box[3] - box[1]) >= PICTURE_EDGE_MIN) pictures.push(box);
    }
    return { paths, pictures };
  });
}

/** A cross or a tick has few lines. A square with round corners has many short ones. */
const STROKE_SEGMENTS_MAX = 12;
const LINE_TO = 0;

/** Whether a path has a slanting line, so that it is no box but may tick one. */
function isStroke(pdfium: Pdfium, path: number, pointer: number): boolean {
  const count = pdfium._FPDFPath_CountSegments(path);
  if (count < 2 || count > STROKE_SEGMENTS_MAX) return false;
  const points = Array.from({ length: count }, (_, index) => {
    const segment = pdfium._FPDFPath_GetPathSegment(path, index);
    pdfium._FPDFPathSegment_GetPoint(segment, pointer, pointer + 4);
    const view = viewOf(pdfium);
    const isLine = pdfium._FPDFPathSegment_GetType(segment) === LINE_TO;
    return { x: view.getFloat32(pointer, true), y: view.getFloat32(pointer + 4, true), isLine };
  });
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  return points.some(({ x, y, isLine }, index) => {
    const before = points[index - 1];
    return isLine && before && Math.abs(x - before.x) > 0.2 * width && Math.abs(y - before.y) > 0.2 * height;
  });
}

/** Whether a slanting line is in the box, or crosses it from corner to corner. */
function isStrokeIn(box: Box, square: Box): boolean {
  const size = square[2] - square[0];
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  return (
    x > square[0] &&
    x < square[2] &&
    y > square[1] &&
    y < square[3] &&
    width > 0.3 * size &&
    width < 2 * size &&
    height > 0.15 * size &&
    height < 2 * size
  );
}

const isSquare = (width: number, height: number): boolean =>
  Math.min(width, height) >= SQUARE.min &&
  Math.max(width, height) <= SQUARE.max &&
  Math.abs(width - height) <= 0.15 * width;

/** Many programs draw a box twice: its background and its border. */
function withoutCopies(squares: Square[]): Square[] {
  return squares.filter(
    (square, index) => !squares.slice(0, index).some((other) => distance(square.box, other.box) < 3),
  );
}

const distance = (a: Box, b: Box): number => Math.max(...a.map((edge, index) => Math.abs(edge - b[index]!)));

/** Whether lines are a mark inside the box, clearly smaller or crossing it, and not its own border. */
function isMark(box: Box, square: Box): boolean {
  const size = square[2] - square[0];
  const isWithin = box.every((edge, index) =>
    index < 2 ? edge >= square[index]! - 1.5 : edge <= square[index]! + 1.5,
  );
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  return (
    isWithin &&
    distance(box, square) > 0.08 * size &&
    Math.max(width, height) > 0.3 * size &&
    Math.min(width, height) > 0.15 * size
  );
}

/** Adjacent squares are cells for letters or a pattern. The bounds of strokes are one point larger. */
const touchesAnother = ({ box }: Square, all: Square[]): boolean =>
  all.some(
    ({ box: other }) =>
      other !== box &&
      Math.abs(other[1] - box[1]) < 2 &&
      Math.min(Math.abs(other[0] - box[2]), Math.abs(box[0] - other[2])) < 2.5,
  );
