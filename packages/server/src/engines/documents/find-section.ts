import type { OutlineEntry } from '@errand/documents/model/document.ts';
import { EngineFailure } from '../engine/engine.ts';
import type { Gathered } from './gather-pages.ts';

/**
 * Returns the pages of a section: from its first page to the one before the next section of the same rank. Searches the
 * outline of the file first, then lines such as `Annex ..... 12`, then headings on the pages.
 */
export function findSection(document: Gathered, wanted: string): number[] {
  const printed = document.outline.length > 0 ? [] : printedContents(document);
  const outline = document.outline.length > 0 ? document.outline : printed;
  const index = bestEntry(outline, wanted);
  if (index >= 0) return pagesOfEntry(outline, index, document.pageCount);
  const headings = listHeadings(document, wanted);
  const own = bestEntry(headings, wanted);
  // If nothing shows where the section ends, only its first page is certain.
  const isLast = own >= 0 && own === headings.length - 1;
  if (isLast && !LABEL.test(headings[own]!.title)) return [headings[own]!.page];
  if (own >= 0) return pagesOfEntry(headings, own, document.pageCount);
  const known = outline.slice(0, 12).map((entry) => `'${entry.title}'`);
  throw new EngineFailure(
    `@TOC: section '${wanted.slice(0, 80)}' not found. ${known.length > 0 ? `The table of contents has ${known.join(', ')}${outline.length > 12 ? ' and more' : ''}.` : 'The document has no table of contents.'}`,
    { code: 'errand.documents.pages_missing' },
  );
}

/** Returns 2 if equal except for numbering and case, 1 if the title contains the wanted words, or 0. */
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
  const { page: start } = outline[index]!;
  const isFlat = outline.every(({ depth }) => depth === outline[0]!.depth);
  const next = outline
    .slice(index + 1)
    .find((entry) => entry.page >= start && endsSection(outline[index]!, entry, isFlat));
  const end = next === undefined ? pageCount : Math.max(start, next.page - 1);
  return Array.from({ length: Math.max(0, Math.min(end, pageCount) - start + 1) }, (_, offset) => start + offset);
}

/** Matches the word and the number of `Chapter 3`, `Part II` or `Annex B`, in several languages. */
const LABEL =
  /^(chapter|part|section|annex|appendix|article|kapitel|teil|abschnitt|anhang|chapitre|partie|annexe|capítulo|capitolo|parte|hoofdstuk|rozdział)\s+([\divxlc]+|[a-z])\b/i;

/** Chapters are parts of parts, and sections of chapters. Annexes rank like chapters. */
const ORDER: Record<string, number> = {
  ...{ part: 0, teil: 0, partie: 0, parte: 0 },
  ...{ section: 2, abschnitt: 2, article: 2 },
};
const orderOf = (label: string): number => ORDER[label.toLowerCase()] ?? 1;
const isAnnex = (label: string): boolean => /^(annex|appendix|anhang|annexe)$/i.test(label);
const BACK_MATTER =
  /^(references|bibliography|index|glossary|literatur|glossar|bibliographie|bibliografía|bibliografia)\b/i;

/**
 * Whether a section ends where this entry begins. Many outlines are flat: `3.1` belongs to `Chapter 3`, and so does
 * everything up to `Chapter 4`.
 */
function endsSection(section: OutlineEntry, entry: OutlineEntry, isFlat: boolean): boolean {
  if (entry.depth > section.depth) return false;
  if (entry.depth < section.depth) return true;
  const [, label] = LABEL.exec(section.title.trim()) ?? [];
  const [, other] = LABEL.exec(entry.title.trim()) ?? [];
  if (label !== undefined && other !== undefined) return orderOf(other) <= orderOf(label);
  if (label !== undefined && isFlat) {
    if (BACK_MATTER.test(entry.title.trim())) return true;
    // Headings without a number are inside, and annexes may count from one again.
    if (isAnnex(label) || !/^\s*\d/.test(entry.title)) return false;
  }
  return rankOf(entry.title) <= rankOf(section.title);
}

const HEADING_LINES_MAX = 3;

/** Finds headings on the pages, by their blocks and first lines, that are of the same kind as the wanted one. */
function listHeadings({ pages }: Gathered, wanted: string): OutlineEntry[] {
  const isLabelled = LABEL.test(wanted.trim());
  return pages.flatMap(({ number, text, blocks = [] }): OutlineEntry[] => {
    const marked = blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => text.slice(start, end));
    const first = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, HEADING_LINES_MAX);
    const own = text.split('\n').filter((line) => matches(line, wanted) === 2);
    const titles = [...new Set([...marked, ...first, ...own])].map((title) => title.trim());
    const fitting = titles.filter(
      (title) => title.length <= 120 && (matches(title, wanted) > 0 || isLike(title, isLabelled)),
    );
    return fitting.map((title) => ({ title, page: number, depth: 0 }));
  });
}

const isLike = (title: string, isLabelled: boolean): boolean =>
  isLabelled ? LABEL.test(title) : /^\d+(\.\d+)*\.?\s+\p{Lu}/u.test(title);

/** A title, then dots or spaces, then a page number. */
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
    if (entries.length >= 2) return shifted(document, page.number, entries);
  }
  return [];
}

/** Corrects printed page numbers, which often start after the cover and the contents. The headings show the offset. */
function shifted({ pages, pageCount }: Gathered, contents: number, entries: OutlineEntry[]): OutlineEntry[] {
  const votes = new Map<number, number>();
  for (const { title, page } of entries) {
    const found = pages.find(
      ({ number, text }) => number !== contents && text.split('\n').some((line) => matches(line, title) === 2),
    );
    if (found) votes.set(found.number - page, (votes.get(found.number - page) ?? 0) + 1);
  }
  const [offset, count] = [...votes].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  if (count < 2) return entries;
  return entries.map((entry) => ({ ...entry, page: Math.min(pageCount, Math.max(1, entry.page + offset)) }));
}

/** `2.1` ranks one below `2`. */
const rankOf = (title: string): number => (/^\s*(\d+(?:\.\d+)*)/.exec(title)?.[1]?.split('.').length ?? 1) - 1;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*(?:\d+(?:\.\d+)*\.?|[ivx]+\.)\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
