// The visible part of a job's time, as shares of the whole.

export type TraceWindow = { from: number; to: number };

export const WHOLE: TraceWindow = { from: 0, to: 1 };

/** Below a ten-thousandth of the whole, bars cannot be told apart. */
const SHARE_MIN = 0.0001;

export const isWhole = ({ from, to }: TraceWindow): boolean => from === 0 && to === 1;

/** Returns a window of this length around a place, within the whole. */
export function windowAround(center: number, share: number): TraceWindow {
  const length = Math.min(1, Math.max(SHARE_MIN, share));
  const from = Math.min(1 - length, Math.max(0, center - length / 2));
  return length === 1 ? WHOLE : { from, to: from + length };
}

/** Zooms by a factor around a place. */
export const zoom = ({ from, to }: TraceWindow, factor: number, center = (from + to) / 2): TraceWindow =>
  windowAround(center, (to - from) * factor);

/** Returns the window that was dragged over. A click changes nothing. */
export function windowBetween(shown: TraceWindow, one: number, other: number): TraceWindow {
  const place = (share: number): number => shown.from + Math.min(1, Math.max(0, share)) * (shown.to - shown.from);
  const [from, to] = [place(Math.min(one, other)), place(Math.max(one, other))];
  return to - from < SHARE_MIN ? shown : { from, to };
}

/** Reads `0.2-0.45` from the URL. Anything else is the whole. */
export function readWindow(text: string | undefined): TraceWindow {
  const [, from, to] = /^(0(?:\.\d+)?)-(1|0\.\d+)$/.exec(text ?? '') ?? [];
  return from !== undefined && to !== undefined && Number(to) - Number(from) >= SHARE_MIN
    ? { from: Number(from), to: Number(to) }
    : WHOLE;
}

export const writeWindow = (window: TraceWindow): string | undefined =>
  isWhole(window) ? undefined : `${round(window.from)}-${round(window.to)}`;

const round = (share: number): number => Math.round(share * 1e6) / 1e6;
