import { EngineFailure } from '../engine/engine.ts';

export type PageRange = { start: number; end: number };

const RANGE = /^(\d{1,6})(?:\s*(?:-|–|to|\.\.)\s*(\d{1,6}))?$/;

/** Parses `3, 5-15`. Throws if a part is not a page or range. Open ranges are not supported. */
export function parsePageRanges(text: string, what: string): PageRange[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, first, last] = RANGE.exec(part) ?? [];
      const start = Number(first);
      const end = last === undefined ? start : Number(last);
      if (!(start >= 1 && end >= start))
        throw new EngineFailure(`${what}: '${part.slice(0, 40)}' must be a page or a range of pages such as 5-15.`, {
          code: 'errand.config.invalid',
        });
      return { start, end };
    });
}

export function pagesOf(ranges: PageRange[], pageCount: number): number[] {
  const pages = new Set<number>();
  for (const { start, end } of ranges) {
    for (let page = start; page <= Math.min(end, pageCount); page += 1) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}

/** Joins consecutive pages into ranges. */
export function toRanges(pages: Iterable<number>): PageRange[] {
  const ranges: PageRange[] = [];
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && page === last.end + 1) last.end = page;
    else ranges.push({ start: page, end: page });
  }
  return ranges;
}
