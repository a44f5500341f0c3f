import { OTHERS_TOKEN, seriesTokens } from './colors.ts';

/** `token`: a colour with a meaning of its own. */
export type BarSeries = { label: string; values: number[]; token?: string };

/** The colour of a series; beyond six the last one stands for the rest, in grey. */
export const tokenAt = (index: number, count: number): string =>
  index < seriesTokens.length && !(count > seriesTokens.length && index === count - 1)
    ? seriesTokens[index]!
    : OTHERS_TOKEN;

/** Times and the sums of series, the tallest first: each bar is drawn over the one that includes it. */
export function stack(times: number[], series: BarSeries[]): [number[], ...number[][]] {
  const sums = times.map(() => 0);
  const layers = series.map(({ values }) => values.map((value, index) => (sums[index]! += value)));
  return [times, ...layers.reverse()];
}
