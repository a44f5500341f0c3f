import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { phraseOf } from '../language/words.ts';
import { prune } from '../schema/prune.ts';
import type { NetworkAnswer } from '../schema/question.ts';
import { type Field, readSchema, record } from '../schema/schema.ts';
import { type Document, openDocument } from '../text/document.ts';
import { fillList } from './lists.ts';
import { chooseOption, chooseOptions } from './options.ts';
import { fillRecords } from './records.ts';
import { fillScalars } from './scalars.ts';
import { decide } from './truth.ts';
import { fillRows, fillTuple } from './tuples.ts';

// Fills a schema from a text. A value that is not found becomes the default of its field, null or an empty list if the
// schema allows it, and is left out otherwise. A required value in doubt may be a guess of a network, which its mark says.

export type FillOptions = { schema: JsonSchema; instruction: string; pointed?: NetworkAnswer[] | undefined };

export async function fill(text: string, { schema, instruction, pointed = [] }: FillOptions): Promise<unknown> {
  const field = readKnownSchema(schema, instruction);
  const document = openDocument(text, { instruction, labels: namesIn(field), pointed });
  return prune((await fillField(field, document)) ?? emptyValue(field) ?? null, schema);
}

/** Cached, because agents reuse their schema, and reading it costs more than reading a short text. */
const known = new Map<string, Field>();
const knownMax = 50;

function readKnownSchema(schema: JsonSchema, instruction: string): Field {
  const key = JSON.stringify([schema, instruction]);
  const field = known.get(key) ?? readSchema(schema, instruction);
  if (known.size >= knownMax) known.clear();
  known.set(key, field);
  return field;
}

async function fillField(field: Field, document: Document): Promise<unknown> {
  if (field.options !== undefined && field.type !== 'object' && field.type !== 'array')
    return await chooseOption(field, document);
  if (field.shapes !== undefined) return await fillBestShape(field.shapes, document);
  if (field.type === 'object') return await fillObject(field, document);
  if (field.type === 'array') return await fillArray(field, document);
  if (field.type === 'boolean') return decide(field, document) ?? field.rules.default;
  return fillScalars([field], document).get(field);
}

async function fillObject(field: Field, document: Document): Promise<Record<string, unknown>> {
  const properties = field.properties ?? [];
  const scalars = fillScalars(properties.filter(isScalar), document);
  const filled: [string, unknown][] = [];
  for (const property of properties) {
    const value = isScalar(property) ? scalars.get(property) : await fillField(property, document);
    const given = value ?? emptyValue(property);
    if (given !== undefined) filled.push([property.name, given]);
  }
  if (properties.length === 0 && field.values !== undefined) filled.push(...readAnyKeys(field.values, document));
  // Not an object literal, because a property may be called __proto__.
  return Object.fromEntries(filled);
}

/** Chooses the shape with the fewest missing required fields, then the one with the most values. */
async function fillBestShape(shapes: Field[], document: Document): Promise<unknown> {
  let best: { value: unknown; missing: number; found: number } | undefined;
  for (const shape of shapes) {
    const value = await fillField({ ...shape, shapes: undefined }, document);
    const missing = (shape.properties ?? []).filter((one) => one.required && !isFound(record(value)[one.name])).length;
    const found = (shape.properties ?? []).filter(
      (one) => one.options?.length !== 1 && isFound(record(value)[one.name]),
    ).length;
    if (best === undefined || missing < best.missing || (missing === best.missing && found > best.found))
      best = { value, missing, found };
  }
  return best?.value;
}

const isFound = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const isScalar = (field: Field): boolean =>
  field.options === undefined && ['string', 'number', 'integer', 'any'].includes(field.type);

async function fillArray(field: Field, document: Document): Promise<unknown[] | undefined> {
  const items = field.items!;
  let values: unknown[];
  if (field.tuple !== undefined) values = fillTuple(field, document);
  else if (items.type === 'array') values = fillRows(field, document);
  else if (items.options !== undefined) values = await chooseOptions(field, items.options, document);
  else if (items.type === 'object') values = await fillRecords(field, document, fillObject);
  else values = fillList(field, document);
  const { minItems = 0 } = field.rules as { minItems?: number };
  return values.length === 0 || values.length < minItems ? undefined : values;
}

/** Returns the default of the schema, or else a true way to say "nothing" that the schema allows. */
function emptyValue(field: Field): unknown {
  if (field.rules.default !== undefined) return structuredClone(field.rules.default);
  if (field.nullable) return null;
  if (!field.required) return field.type === 'array' && !Number(field.rules.minItems ?? 0) ? [] : undefined;
  return field.type === 'array' && !Number(field.rules.minItems ?? 0) ? [] : undefined;
}

/** Reads every label of the text for an object without named properties. */
function readAnyKeys(values: Field, document: Document): [string, unknown][] {
  const found = document.pairs.flatMap(({ label, value }): [string, unknown][] => {
    const one = { ...values, name: label };
    const read = fillScalars([one], document).get(one) ?? (values.type === 'string' ? value : undefined);
    return read === undefined ? [] : [[label, read]];
  });
  return found.slice(0, 200);
}

/** Lists the names of all fields as they might appear as labels in a text. */
function namesIn(field: Field): string[] {
  const children = [...(field.properties ?? []), ...(field.items ? [field.items] : []), ...(field.shapes ?? [])];
  return [phraseOf(field.name), phraseOf(field.title), ...children.flatMap(namesIn)].filter(Boolean);
}
