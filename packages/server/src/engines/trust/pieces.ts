import type { FileCoverage } from '@errand/contract/trust.ts';
import { type LocatablePage, placeOf } from '@errand/documents/places/place.ts';
import type { TrustPiece } from './judge-extraction.ts';

// Turns texts that engines read into pieces in which values are looked up.

/** A text without pages: an input, a web page, a tool result. */
export function textPiece(file: string, text: string): TrustPiece {
  return { text, place: (start, end) => ({ file, ...lineOf(text, start), start, end }) };
}

/** A page of a file, which knows the place of each character: word, cell or paragraph. */
export function pagePiece(
  file: string,
  page: LocatablePage & { recognized?: boolean; confidence?: number },
  document = 0,
): TrustPiece {
  return {
    text: page.text,
    document,
    recognized: page.recognized ?? false,
    ...(page.confidence !== undefined && { sureness: page.confidence }),
    place: (start, end) => ({ file: page.part?.name ?? file, ...placeOf(page, start, end).place }),
  };
}

function lineOf(text: string, start: number): { line: number } {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line += 1;
  return { line };
}

/** Coverage of a text of which a model reads at most `charactersMax` characters. */
export const partOfText = (
  file: string,
  characters: number,
  charactersMax = Number.POSITIVE_INFINITY,
): FileCoverage => {
  const read = Math.min(characters, charactersMax);
  return {
    file,
    pages_total: 1,
    pages_read: 1,
    characters_total: characters,
    characters_read: read,
    note: read < characters ? `Only the first ${read} characters were read.` : null,
  };
};
