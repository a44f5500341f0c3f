/** Left, top, right, bottom from the top left corner of the page; points in a PDF, pixels in an image. */
export type Box = [number, number, number, number];

export const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
