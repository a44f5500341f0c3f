import type { Box } from '../model/box.ts';
import type { DocumentKind, DocumentPage } from '../model/document.ts';
import { boxOfRange } from '../model/words.ts';

/**
 * The place of a piece of text in the terms of its format: page and box on drawn pages, sheet and cell, slide,
 * paragraph, or line from 1 with the offsets in the text from 0.
 */
export type Place = {
  page?: number;
  box?: Box;
  sheet?: string;
  cell?: string;
  slide?: number;
  paragraph?: number;
  line?: number;
  start?: number;
  end?: number;
};

export type Located = { place: Place; confidence: number };

/** A page in which values can be located. It has at least a text. */
export type LocatablePage = Pick<DocumentPage, 'number' | 'text'> &
  Partial<Pick<DocumentPage, 'words' | 'places' | 'sheet' | 'blocks' | 'part'>> & { kind?: DocumentKind };

export function placeOf(page: LocatablePage, start: number, end: number): Located {
  const number = page.part?.page ?? page.number;
  const kind = page.part?.kind ?? page.kind;
  if (page.words) {
    const found = boxOfRange(page.words, start, end);
    return { place: { page: number, ...(found && { box: found.box }) }, confidence: found?.confidence ?? 1 };
  }
  return { place: placeWithoutBox(page, kind, number, start, end), confidence: 1 };
}

function placeWithoutBox(
  page: LocatablePage,
  kind: DocumentKind | undefined,
  number: number,
  start: number,
  end: number,
): Place {
  if (kind === 'pdf' || kind === 'image') return { page: number };
  if (kind === 'pptx') return { slide: number };
  const found = page.places && findPlace(page.places.values, SIZES[page.places.kind], start);
  if (page.places?.kind === 'cell')
    return {
      ...(page.sheet !== undefined && { sheet: page.sheet }),
      ...(found && { cell: cellName(found[0]!, found[1]!) }),
    };
  if (page.places?.kind === 'paragraph') return found ? { paragraph: found[0]! } : {};
  return { line: lineOf(page.text, start), start, end };
}

/** How many numbers an entry has, including start and end. */
const SIZES = { paragraph: 3, cell: 4 } as const;

/** Returns the entry at an offset of the text, or the last one before it. */
function findPlace(values: number[], size: number, position: number): number[] | undefined {
  let [low, high] = [0, values.length / size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle * size]! > position) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? undefined : values.slice((low - 1) * size + 2, low * size);
}

/** Returns a name such as `B7`. Rows and columns count from 1. */
export function cellName(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}

function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
