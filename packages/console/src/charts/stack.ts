import { OTHERS_TOKEN, seriesTokens } from './colors.ts';

/** `token` is a colour with a fixed meaning. */
export type BarSeries = { label: string; values: number[]; token?: string };

/** Returns the colour of a series. With more than six, the last one is the rest, in grey. */
export const tokenAt = (index: number, count: number): string =>
  index < seriesTokens.length && !(count > seriesTokens.length && index === count - 1)
    ? seriesTokens[index]!
    : OTHERS_TOKEN;

/**
 * Returns the times and the cumulated series, tallest first, because each bar is drawn over the one that includes it.
 */
export function stack(times: number[], series: BarSeries[]): [number[], ...number[][]] {
  const sums = times.map(() => 0);
  const layers = series.map(({ values }) => values.map((value, index) => (sums[index]! += value)));
  return [times, ...layers.reverse()];
}
