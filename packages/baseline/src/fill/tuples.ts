import { fit } from '../schema/fit.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findListText, splitList } from './lists.ts';

// Fills lists of lists, and lists whose positions have a meaning: coordinates, measures, a matrix.

/** Reads one value per position from a label such as `48.86, 2.35` or `40 x 60 cm`. All of them or none. */
export function fillTuple(field: Field, document: Document): unknown[] {
  return readTuple(field.tuple!, findListText(field, document) ?? '');
}

function readTuple(tuple: Field[], text: string): unknown[] {
  const listed = splitList(text);
  const parts = listed.length >= tuple.length ? listed : text.trim().split(/(?:\s*[,;x×/]\s*|\s+)/);
  const values = tuple.map((place, index) => readPart(parts[index], place));
  return values.includes(undefined) ? [] : values;
}

/** Reads a list from each line below a heading, or from the line of a label. */
export function fillRows(field: Field, document: Document): unknown[][] {
  const { items, tuple } = field.items!;
  const lines = (findListText(field, document) ?? '').split('\n');
  return lines
    .map((line) =>
      tuple !== undefined ? readTuple(tuple, line) : splitList(line).flatMap((part) => readPart(part, items!) ?? []),
    )
    .filter((row) => row.length > 0);
}

function readPart(part: string | undefined, field: Field): unknown {
  if (part === undefined) return undefined;
  const isNumber = field.type === 'number' || field.type === 'integer';
  return fit(isNumber ? /-?\d+(?:\.\d+)?/.exec(part)?.[0] : part, field);
}
