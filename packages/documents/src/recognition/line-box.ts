import type { Box } from '../model/box.ts';

/** A rectangle that may be askew. `angle` in radians: how far it is turned clockwise. `width` runs along the text. */
export type LineBox = { x: number; y: number; width: number; height: number; angle: number; score: number };

type Point = readonly [number, number];

/** Returns the smallest rectangle around points. */
export function smallestRectangle(points: readonly Point[]): Omit<LineBox, 'score'> {
  const hull = convexHull(points);
  let best: (Omit<LineBox, 'score'> & { area: number }) | undefined;
  for (let index = 0; index < hull.length; index += 1) {
    const [from, to] = [hull[index]!, hull[(index + 1) % hull.length]!];
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const [along, across] = [x * cos + y * sin, y * cos - x * sin];
      if (along < left) left = along;
      if (along > right) right = along;
      if (across < top) top = across;
      if (across > bottom) bottom = across;
    }
    const [width, height] = [right - left, bottom - top];
    if (best !== undefined && width * height >= best.area) continue;
    const [u, v] = [(left + right) / 2, (top + bottom) / 2];
    best = { x: u * cos - v * sin, y: u * sin + v * cos, width, height, angle, area: width * height };
  }
  if (best === undefined) return { x: points[0]?.[0] ?? 0, y: points[0]?.[1] ?? 0, width: 0, height: 0, angle: 0 };
  const { area: _area, ...rectangle } = best;
  return upright(rectangle);
}

/** Names the sides so that the angle is at most 45 degrees either way. */
function upright({ x, y, width, height, angle }: Omit<LineBox, 'score'>): Omit<LineBox, 'score'> {
  const quarters = Math.round(angle / (Math.PI / 2));
  const isSwapped = quarters % 2 !== 0;
  return {
    ...{ x, y, angle: angle - (quarters * Math.PI) / 2 },
    ...(isSwapped ? { width: height, height: width } : { width, height }),
  };
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (given: Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of given) {
      while (kept.length >= 2 && turns(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turns = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Returns the level box around a part of a line, from one share of its width to another. */
export function boxOfPart({ x, y, width, height, angle }: LineBox, from: number, to: number): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [from - 0.5, to - 0.5].flatMap((along) =>
    [-0.5, 0.5].map((across): Point => {
      const [u, v] = [along * width, across * height];
      return [x + u * cos - v * sin, y + u * sin + v * cos];
    }),
  );
  const [xs, ys] = [corners.map(([cx]) => cx), corners.map(([, cy]) => cy)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
