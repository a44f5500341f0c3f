import { phraseOf, singular, splitWords } from '../language/words.ts';
import { groups } from '../languages/thesaurus.ts';
import { type Label, readMeaning } from '../schema/field.ts';
import { fit } from '../schema/fit.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import { type Document, openDocument } from '../text/document.ts';
import { findPricedLines } from '../text/priced-lines.ts';
import { readNarrowTables, type Table } from '../text/tables.ts';
import { findCandidates } from './candidates.ts';
import { readSectionRecords } from './section-records.ts';

// Fills lists of objects: rows of a table, lines with a price, entries under a heading, repeated blocks of labels.

export type FillObject = (field: Field, document: Document) => Promise<Record<string, unknown>>;

const recordsMax = 5_000;

export async function fillRecords(field: Field, document: Document, fillObject: FillObject): Promise<unknown[]> {
  const item = field.items!;
  const properties = item.properties ?? [];
  const records =
    fromTable(field, properties, document) ??
    fromNarrowTable(properties, document) ??
    fromPricedLines(properties, document) ??
    readSectionRecords(field, document) ??
    (await fromBlocks(item, document, fillObject)) ??
    [];
  const complete = records.filter((one) =>
    properties.every(({ name, required }) => !required || Object.hasOwn(one, name)),
  );
  const { maxItems } = field.rules as { maxItems?: number };
  return complete.filter((one) => Object.keys(one).length > 0).slice(0, Math.min(recordsMax, maxItems ?? recordsMax));
}

type Column = { field: Field; index: number };

function fromTable(field: Field, properties: Field[], document: Document): Record<string, unknown>[] | undefined {
  let best: { table: Table; columns: Column[]; score: number } | undefined;
  for (const table of document.tables) {
    const columns = mapColumns(table.header, properties);
    const enough =
      columns.length >= Math.min(2, properties.length) &&
      columns.length * 2 >= Math.min(properties.length, table.header.length);
    // Two matching columns may be chance, but not in a table under the right heading.
    const heading = document.sections.find(({ lines }) => lines.some(({ index }) => index === table.firstLine))?.title;
    const score = columns.length + (heading ? matchLabel(heading, readMeaning(field).labels).score : 0);
    if (enough && (best === undefined || score > best.score)) best = { table, columns, score };
  }
  if (best === undefined) return undefined;
  return readRows(best.table, best.columns, document);
}

const readRows = ({ rows }: Table, columns: Column[], document: Document): Record<string, unknown>[] =>
  rows
    .filter((row) => !isTotal(row))
    .map((row) => {
      const record: Record<string, unknown> = {};
      for (const { field: property, index } of columns) {
        const value = readCell(row[index] ?? '', property, document);
        if (value !== undefined) record[property.name] = value;
      }
      return record;
    });

const headMin = 0.8;

/** In a table of two columns, both heads must clearly be names of fields. */
function fromNarrowTable(properties: Field[], document: Document): Record<string, unknown>[] | undefined {
  for (const table of readNarrowTables(document.lines)) {
    const columns = mapColumns(table.header, properties, headMin);
    if (columns.length === 2) return readRows(table, columns, document);
  }
  return undefined;
}

const isTotal = (row: string[]): boolean =>
  /^(?:sub-?\s?total|total|grand total|sum|vat|tax|gst|balance|net|amount due)\b/i.test(
    row.find((cell) => cell !== '') ?? '',
  ) && row.filter((cell) => cell !== '').length <= 2;

function mapColumns(header: string[], properties: Field[], scoreMin = 0.4): Column[] {
  const bids = properties.flatMap((field) =>
    header.map((cell, index) => ({
      field,
      index,
      score: matchLabel(cell.replace(/\([^)]*\)/g, ' '), columnLabels(field)).score,
    })),
  );
  bids.sort((one, other) => other.score - one.score || one.index - other.index);
  const columns: Column[] = [];
  for (const { field, index, score } of bids) {
    if (score < scoreMin || columns.some((one) => one.field === field || one.index === index)) continue;
    columns.push({ field, index });
  }
  return columns;
}

/** The head of a column may mean every group with its word: "Amount" can also be "Total". */
function columnLabels(field: Field): Label[] {
  const own = phraseOf(field.name);
  const others = groups.filter(({ strong }) => strong.includes(own) || strong.includes(singular(own)));
  return [
    ...readMeaning(field).labels,
    ...(plainDate.test(own) ? dateHeads : []),
    ...others.flatMap(({ strong }) => strong).map((phrase) => ({ words: splitWords(phrase), weight: 0.8 })),
  ];
}

/** A field for the day of an entry: the only date of its row, whatever its column is called. */
const plainDate = /^(?:(?:transaction|booking|posting|entry) )?(?:date|day)$/;
const dateHeads: Label[] = ['date', 'datum', 'fecha', 'data', 'jour', 'tag', 'buchungstag', 'dag'].map((word) => ({
  words: [word],
  weight: 0.8,
}));

export function readCell(cell: string, field: Field, document: Document): unknown {
  if (cell === '' || /^[-–—]$/.test(cell)) return undefined;
  const { kind } = readMeaning(field);
  const isNumber = field.type === 'number' || field.type === 'integer';
  if (field.options !== undefined)
    return field.options.find(({ value }) => phraseOf(String(value)) === phraseOf(cell))?.value;
  if (field.type === 'boolean')
    return /^(?:yes|y|true|x|✓|1)$/i.test(cell) ? true : /^(?:no|n|false|0|✗)$/i.test(cell) ? false : undefined;
  if (isNumber || ['email', 'phone', 'url', 'date', 'datetime', 'time'].includes(kind)) {
    // "40 GB" is a quantity in a column of numbers, but not in a column of names.
    const found = findCandidates(
      openDocument(cell, { habits: document }),
      isNumber && kind !== 'year' && kind !== 'percent' ? 'number' : kind,
    );
    return fit(found[0]?.value, field);
  }
  return fit(cell, field);
}

function fromPricedLines(properties: Field[], document: Document): Record<string, unknown>[] | undefined {
  const roles = properties.map((field) => ({ field, role: roleOf(field) }));
  const priced = roles.filter(({ role }) => role !== undefined && role !== 'description').length;
  if (priced < 2) return undefined;
  const lines = findPricedLines(document);
  if (lines.length === 0) return undefined;
  return lines.map((line) =>
    Object.fromEntries(
      roles.flatMap(({ field, role }) => {
        const value = role === undefined ? undefined : fit(line[role], field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    ),
  );
}

function roleOf(field: Field): 'description' | 'quantity' | 'price' | 'amount' | undefined {
  const words = columnLabels(field)
    .filter(({ weight }) => weight >= 0.8)
    .map((label) => label.words.join(' '));
  const isNumber = field.type === 'number' || field.type === 'integer';
  if (!isNumber) return words.includes('description') || words.includes('item') ? 'description' : undefined;
  const own = phraseOf(field.name);
  if (/quantity|units|count|hours|pieces/.test(own)) return 'quantity';
  if (/unit|price|rate|each/.test(own) && !/total/.test(own)) return 'price';
  return /amount|total|sum|value/.test(own) ? 'amount' : undefined;
}

/** Reads repeated blocks of labels. A new object begins each time the first label appears. */
async function fromBlocks(
  item: Field,
  document: Document,
  fillObject: FillObject,
): Promise<Record<string, unknown>[] | undefined> {
  const properties = item.properties ?? [];
  const starts: number[] = [];
  for (const property of properties) {
    const { labels } = readMeaning(property);
    const matching = document.pairs.filter(({ label }) => matchLabel(label, labels).score >= 0.8);
    if (matching.length < 2) continue;
    starts.push(...matching.map(({ start }) => document.lineAt(start).start));
    break;
  }
  if (starts.length < 2) return undefined;
  const bounds = [...new Set(starts)].sort((one, other) => one - other).slice(0, recordsMax);
  const records: Record<string, unknown>[] = [];
  for (const [index, start] of bounds.entries()) {
    records.push(
      await fillObject(item, openDocument(document.text.slice(start, bounds[index + 1]), { habits: document })),
    );
  }
  return records;
}
