import type { Segment } from '../model/table.ts';

// Decides which segments of a table are worth merging. Every query opens each of them as a file.

/** A query over this many small files takes hardly longer than over one. Over hundreds it does. */
export const SMALL_SEGMENTS_MAX = 32;
/**
 * From this size on, reading a file takes longer than opening it. Below it, a row may be rewritten every 32 inserts.
 */
export const SMALL_BYTES = 16 * 1024 * 1024;
/** Limits one merge to seconds, whatever has piled up. */
const MERGED_BYTES_MAX = 64 * 1024 * 1024;
const MERGED_SEGMENTS_MAX = 2_000;

const isSmall = ({ bytes }: Segment): boolean => bytes < SMALL_BYTES;

export const isCrowded = (segments: Segment[]): boolean => segments.filter(isSmall).length > SMALL_SEGMENTS_MAX;

/**
 * Returns the longest run of small neighbours of a crowded table, or undefined if there is nothing to merge. Only
 * neighbours are merged, so that rows keep their order.
 */
export function chooseRun(segments: Segment[]): Segment[] | undefined {
  if (!isCrowded(segments)) return undefined;
  let [best, run, bytes]: [Segment[], Segment[], number] = [[], [], 0];
  for (const segment of segments) {
    const fits = bytes + segment.bytes <= MERGED_BYTES_MAX && run.length < MERGED_SEGMENTS_MAX;
    if (!isSmall(segment)) [run, bytes] = [[], 0];
    else if (fits) [run, bytes] = [[...run, segment], bytes + segment.bytes];
    else [run, bytes] = [[segment], segment.bytes];
    if (run.length > best.length) best = run;
  }
  return best.length > 1 ? best : undefined;
}

/** Replaces the run with one segment. Returns undefined if the run is no longer in the list. */
export function replaceRun(segments: Segment[], run: Segment[], merged: Segment): Segment[] | undefined {
  const at = segments.findIndex((_, index) => run.every(({ key }, offset) => segments[index + offset]?.key === key));
  return at === -1 ? undefined : [...segments.slice(0, at), merged, ...segments.slice(at + run.length)];
}
