// The lines of the mark, on a square of 32. src/icon.svg has the same.

export const MARK_PATHS = ['M9 23v-8a6.5 6.5 0 0 1 13 0v7', 'm17.6 18.4 4.4 4.4 4.4-4.4'];
export const MARK_DOT = { cx: 9, cy: 23, r: 3, fill: '#c9f24d' };
