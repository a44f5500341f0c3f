import type { OutlineEntry } from '@errand/documents/model/document.ts';
import { EngineFailure } from '../engine/engine.ts';
import type { Gathered } from './gather-pages.ts';

/**
 * The pages of a section that a table of contents names: from its page to the one before the next section of its rank.
 * Searches the outline of the file first, then lines such as `Annex ..... 12`, then headings on the pages.
 */
export function findSection(document: Gathered, wanted: string): number[] {
  const outline = document.outline.length > 0 ? document.outline : printedContents(document);
  const index = bestEntry(outline, wanted);
  if (index >= 0) return pagesOfEntry(outline, index, document.pageCount);
  const heading = document.pages.find((page) => page.text.split('\n').some((line) => matches(line, wanted) === 2));
  if (heading) return [heading.number];
  const known = outline.slice(0, 12).map((entry) => `'${entry.title}'`);
  throw new EngineFailure(
    `@TOC: there is no section '${wanted.slice(0, 80)}'. ${known.length > 0 ? `The table of contents has ${known.join(', ')}${outline.length > 12 ? ' and more' : ''}.` : 'The document has no table of contents.'}`,
  );
}

/** 2: equal except for numbering and case; 1: one contains the other; 0: no match. */
function matches(title: string, wanted: string): number {
  const [a, b] = [plain(title), plain(wanted)];
  if (a === '' || b === '') return 0;
  if (a === b) return 2;
  return ` ${a} `.includes(` ${b} `) ? 1 : 0;
}

function bestEntry(outline: OutlineEntry[], wanted: string): number {
  const exact = outline.findIndex((entry) => matches(entry.title, wanted) === 2);
  return exact >= 0 ? exact : outline.findIndex((entry) => matches(entry.title, wanted) === 1);
}

function pagesOfEntry(outline: OutlineEntry[], index: number, pageCount: number): number[] {
  const { page: start, depth } = outline[index]!;
  const next = outline.slice(index + 1).find((entry) => entry.depth <= depth && entry.page >= start);
  const end = next === undefined ? pageCount : Math.max(start, next.page - 1);
  return Array.from({ length: Math.max(0, Math.min(end, pageCount) - start + 1) }, (_, offset) => start + offset);
}

/** Dots or blanks, then the number of a page. */
const CONTENTS_LINE = /^(.{2,120}?)[\s.·…_]{2,}(\d{1,4})$/;
const CONTENTS_PAGES_MAX = 10;

function printedContents(document: Gathered): OutlineEntry[] {
  for (const page of document.pages.slice(0, CONTENTS_PAGES_MAX)) {
    const entries = page.text.split('\n').flatMap((line): OutlineEntry[] => {
      const [, title, number] = CONTENTS_LINE.exec(line.trim()) ?? [];
      const at = Number(number);
      if (title === undefined || at < 1 || at > document.pageCount) return [];
      return [{ title: title.trim(), page: at, depth: rankOf(title) }];
    });
    if (entries.length >= 2) return entries;
  }
  return [];
}

/** `2.1` is one below `2`. */
const rankOf = (title: string): number => (/^\s*(\d+(?:\.\d+)*)/.exec(title)?.[1]?.split('.').length ?? 1) - 1;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*(?:\d+(?:\.\d+)*\.?|[ivx]+\.)\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
