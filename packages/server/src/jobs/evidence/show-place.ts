import type { DocumentPage, ParsedDocument } from '@errand/documents/model/document.ts';
import type { DocumentSource } from '@errand/documents/parse-document.ts';
import { placeOf } from '@errand/documents/places/place.ts';
import { readDocument } from '#engines/documents/read-document.ts';
import { findWords } from './find-words.ts';
import { type Shown, showLines, showTable, showText } from './views.ts';

// Shows a place in a file: a page with a box, cells of a sheet, or the text around it.

export type Place = {
  page?: number | undefined;
  box?: number[] | undefined;
  sheet?: string | undefined;
  cell?: string | undefined;
  paragraph?: number | undefined;
  slide?: number | undefined;
  start?: number | undefined;
  end?: number | undefined;
  /** The words at this place. */
  words?: string | undefined;
};

export async function showPlace(
  source: DocumentSource,
  part: string | undefined,
  place: Place,
  signal: AbortSignal,
): Promise<Shown> {
  const number = part === undefined ? (place.page ?? place.slide) : undefined;
  const document = await readDocument(source, { signal, ...(number !== undefined && { pages: [number] }) });
  const page = choosePage(document, part, place);
  if (page === undefined) return { kind: 'none', note: `The place was not found in ${part ?? source.name}.` };
  const kind = page.part?.kind ?? document.kind;
  const shown = { page: page.part?.page ?? page.number, pages: document.pageCount };
  if (kind === 'pdf' || kind === 'image') return { ...(await drawPage(source, page, place, signal)), ...shown };
  if (page.places?.kind === 'cell') return { ...showTable(page, place), ...shown };
  const range = rangeOf(page, place);
  const lines = kind === 'csv' ? showLines(page, range) : undefined;
  return { ...(lines ?? showText(page.text, range)), ...shown };
}

function choosePage({ pages }: ParsedDocument, part: string | undefined, place: Place): DocumentPage | undefined {
  const own = part === undefined ? pages : pages.filter((page) => page.part?.name === part);
  const numberOf = (page: DocumentPage): number => page.part?.page ?? page.number;
  if (place.sheet !== undefined) return own.find((page) => page.sheet === place.sheet);
  const number = place.page ?? place.slide;
  if (number !== undefined) return own.find((page) => numberOf(page) === number);
  const { words } = place;
  return (words === undefined ? undefined : own.find(({ text }) => findWords(text, words))) ?? own[0];
}

/** Returns the range of the place in the text of the page, or undefined if it is unknown. */
function rangeOf(page: DocumentPage, place: Place): { start: number; end: number } | undefined {
  if (place.start !== undefined && place.end !== undefined) return { start: place.start, end: place.end };
  const within = place.paragraph === undefined ? undefined : paragraphOf(page, place.paragraph);
  if (place.words === undefined) return within;
  const from = within?.start ?? 0;
  const found = findWords(page.text.slice(from, within?.end), place.words);
  return found === undefined ? within : { start: from + found.start, end: from + found.end };
}

function paragraphOf({ places }: DocumentPage, number: number): { start: number; end: number } | undefined {
  if (places?.kind !== 'paragraph') return undefined;
  for (let at = 0; at < places.values.length; at += 3)
    if (places.values[at + 2] === number) return { start: places.values[at]!, end: places.values[at + 1]! };
  return undefined;
}

async function drawPage(
  source: DocumentSource,
  page: DocumentPage,
  place: Place,
  signal: AbortSignal,
): Promise<Omit<Shown, 'page' | 'pages'>> {
  const drawn = await readDocument(source, { signal, pages: [page.number], images: true });
  const image = drawn.pages.find(({ number }) => number === page.number)?.image;
  const box = place.box ?? boxOf(page, place.words);
  if (image === undefined) return showText(page.text, rangeOf(page, place));
  return {
    kind: 'page',
    width: page.width,
    height: page.height,
    image: { media_type: image.mediaType, data: Buffer.from(image.data).toString('base64') },
    mark: box === undefined ? null : { box: [...box] },
    ...(box === undefined && place.words !== undefined && { note: 'The words were not found on this page.' }),
  };
}

function boxOf(page: DocumentPage, words: string | undefined): readonly number[] | undefined {
  const found = words === undefined ? undefined : findWords(page.text, words);
  return found && placeOf(page, found.start, found.end).place.box;
}
