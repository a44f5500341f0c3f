import type { FileCoverage } from '@errand/contract/trust.ts';
import type { DocumentPage } from '@errand/documents/model/document.ts';
import type { Gathered } from './gather-pages.ts';

const NOTES_MAX = 10;

/** Below this confidence, OCR has read handwriting, a blurred page, or a script that it does not know. */
const SURE = 0.62;

type Read = Pick<Gathered, 'pageCount' | 'notes'> & { pages: DocumentPage[] };

/**
 * Returns how much of a file was read, and why not all: pages that were not chosen, pages on which OCR recognized
 * nothing, pictures next to the text, and files inside the file that could not be read.
 */
export function coverageOf(file: string, { pages, pageCount, notes }: Read, readsImages: boolean): FileCoverage {
  const characters = pages.reduce((sum, page) => sum + page.text.length, 0);
  const blank = pages.filter((page) => page.scanned && page.text.trim() === '' && !(readsImages && page.width > 0));
  const doubtful = pages.filter(
    ({ recognized, text, confidence = 1 }) => recognized && text !== '' && confidence < SURE,
  );
  const reasons = [
    ...(pages.length < pageCount ? [`${pages.length} of ${pageCount} pages were chosen.`] : []),
    ...(blank.length > 0 ? [`OCR recognized nothing on ${listPages(blank.map(({ number }) => number))}.`] : []),
    ...(doubtful.length > 0 ? [`${named(doubtful)} could hardly be recognized. Check the original.`] : []),
    ...unreadPictures(pages, readsImages),
    ...notes.slice(0, NOTES_MAX),
    ...(notes.length > NOTES_MAX ? [`${notes.length - NOTES_MAX} more files inside it were not read.`] : []),
  ];
  return {
    file,
    pages_total: pageCount,
    pages_read: pages.length - blank.length,
    characters_total: characters,
    characters_read: characters,
    note: reasons.length === 0 ? null : reasons.join(' '),
  };
}

/** A model that reads images sees the pictures on rendered pages. No model sees those inside office files. */
function unreadPictures(pages: DocumentPage[], readsImages: boolean): string[] {
  const unread = pages.filter(({ pictures = 0, width, text, scanned }) => {
    const isSeen = readsImages && width > 0;
    return pictures > 0 && !isSeen && !(scanned && text.trim() === '');
  });
  const count = unread.reduce((sum, { pictures = 0 }) => sum + pictures, 0);
  if (count === 0) return [];
  const where = listPages(unread.map(({ number }) => number));
  return [count === 1 ? `A picture on ${where} was not read.` : `${count} pictures on ${where} were not read.`];
}

const named = (pages: DocumentPage[]): string => listPages(pages.map(({ number }) => number)).replace(/^p/, 'P');

const PAGES_NAMED_MAX = 20;

const listPages = (numbers: number[]): string =>
  numbers.length === 1
    ? `page ${numbers[0]}`
    : `pages ${numbers.slice(0, PAGES_NAMED_MAX).join(', ')}${numbers.length > PAGES_NAMED_MAX ? ' and more' : ''}`;
