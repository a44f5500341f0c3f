import { parseCsv } from '../batches/csv.ts';
import { guessColumns } from '../tables/guess-types.ts';
import { isSchema, type Schema, schemaOfExample } from './schema-model.ts';

// Derives an output schema from what somebody has at hand: an example of the output as JSON, a table as CSV, or a
// document in plain text with labels, such as "Invoice number: 2026-118".

export type Derived = { schema: Schema; said: string } | { problem: string };

export function deriveSchema(text: string, fileName = ''): Derived {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { problem: 'Paste an example, or choose a file.' };
  if (/^[[{]/.test(trimmed)) return fromJson(trimmed);
  if (/\.jsonl|\.ndjson/i.test(fileName)) return fromLines(trimmed);
  if (/\.(csv|tsv)$/i.test(fileName)) return fromTable(trimmed);
  const labelled = fromLabels(trimmed);
  if (labelled !== undefined) return labelled;
  if (looksLikeTable(trimmed)) return fromTable(trimmed);
  return { problem: 'This is neither JSON nor a table, and has no lines such as "Invoice number: 2026-118".' };
}

function fromJson(text: string): Derived {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // JSON lines begin like an object, too.
    if (text.includes('\n{')) return fromLines(text);
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
  if (isSchema(value) && isJsonSchema(value))
    return { schema: value, said: 'This is a JSON Schema already. It is used as it is.' };
  if (isSchema(value)) return { schema: schemaOfExample(value), said: 'From an example in JSON.' };
  return {
    schema: rowsOf(schemaOfExample(value)),
    said: 'From a list in JSON. An output is an object, so the list is its member rows.',
  };
}

const isJsonSchema = (value: Schema): boolean =>
  isSchema(value.properties) && (value.type === 'object' || typeof value.$schema === 'string');

function fromLines(text: string): Derived {
  try {
    const rows = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown);
    return { schema: rowsOf(schemaOfExample(rows)), said: `From ${rows.length} lines of JSON.` };
  } catch (error) {
    return { problem: `A line is not JSON: ${(error as Error).message}` };
  }
}

const rowsOf = (schema: Schema): Schema => ({ type: 'object', properties: { rows: schema }, required: ['rows'] });

const types: Record<string, Schema> = {
  Int64: { type: 'integer' },
  Float64: { type: 'number' },
  Bool: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date' },
};

const looksLikeTable = (text: string): boolean => {
  const { header, rows } = parseCsv(text.slice(0, 100_000));
  return header.length > 1 && rows.length > 0;
};

function fromTable(text: string): Derived {
  const columns = guessColumns(`${text}\n`, true);
  if (columns.length === 0) return { problem: 'The file has no columns.' };
  const properties = Object.fromEntries(
    columns.map(({ name, type }) => {
      const [, inner = type] = /^Nullable\((.*)\)$/.exec(type) ?? [];
      const schema = types[inner] ?? { type: 'string' };
      return [
        keyOf(name),
        {
          ...(inner === type ? schema : { ...schema, type: [schema.type, 'null'] }),
          ...(keyOf(name) !== name && { description: name }),
        },
      ];
    }),
  );
  const items: Schema = { type: 'object', properties, required: Object.keys(properties) };
  return {
    schema: rowsOf({ type: 'array', items }),
    said: `From a table with ${columns.length} columns: one row each.`,
  };
}

const LABEL = /^\s*([\p{L}][\p{L}\p{N} ./()#-]{1,40}?)\s*[:：]\s*(\S.*)$/u;

/** Members from lines of a document that have a label. */
function fromLabels(text: string): Derived | undefined {
  const found = new Map<string, { label: string; value: string }>();
  for (const line of text.split(/\r?\n/).slice(0, 2_000)) {
    const [, label, value] = LABEL.exec(line) ?? [];
    if (label === undefined || value === undefined || /(^|\s)(https?|www)$/i.test(label)) continue;
    const key = keyOf(label);
    if (key !== '' && !found.has(key) && found.size < 40) found.set(key, { label, value: value.trim() });
  }
  if (found.size < 2) return undefined;
  const properties = Object.fromEntries(
    [...found].map(([key, { label, value }]) => [key, { ...schemaOfText(value), description: label }]),
  );
  return {
    schema: { type: 'object', properties, required: Object.keys(properties) },
    said: `From ${found.size} labels in the document.`,
  };
}

function schemaOfText(value: string): Schema {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { type: 'string', format: 'date' };
  if (/^[+-]?\d{1,9}$/.test(value) && !/^0\d/.test(value)) return { type: 'integer' };
  if (/^[+-]?(\d{1,3}(,\d{3})+|\d+)\.\d+$/.test(value)) return { type: 'number' };
  return { type: 'string' };
}

const keyOf = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
