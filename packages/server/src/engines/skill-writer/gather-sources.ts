import { gatherPages } from '../documents/gather-pages.ts';
import { openSource, readSourceNames } from '../documents/open-source.ts';
import type { EngineContext } from '../engine/engine.ts';

/** The sources from which the files are written. */
export type Sources = { kind: 'table' | 'document' | 'policy'; name: string; text: string }[];

/** Limit for all sources together, about 50,000 tokens. */
const CHARACTERS_MAX = 200_000;
const COLUMNS_MAX = 60;
const SAMPLE_ROWS = 5;

export async function gatherSources(
  context: EngineContext,
  given: { tables?: string[]; attachments?: string; policy?: string },
): Promise<Sources> {
  const sources: Sources = [];
  const tables = given.tables ?? [];
  for (const [index, name] of tables.entries()) {
    context.progress({ stage: 'tables', reading: index + 1, of: tables.length });
    sources.push({ kind: 'table', name, text: await profile(context, name) });
  }
  const names = given.attachments?.trim() ? readSourceNames(given.attachments, 'attachments') : [];
  for (const [index, id] of names.entries()) {
    context.progress({ stage: 'attachments', reading: index + 1, of: names.length });
    const source = await openSource(context, id);
    const { pages } = await gatherPages(context, source, { ocr: true });
    sources.push({ kind: 'document', name: source.name, text: pages.map((page) => page.text).join('\n\n') });
  }
  if (given.policy?.trim()) sources.push({ kind: 'policy', name: 'policy', text: given.policy });
  const share = Math.floor(CHARACTERS_MAX / Math.max(1, sources.length));
  return sources.map(({ text, ...source }) => ({ ...source, text: cut(text, share) }));
}

/** Describes the columns of a table, with counts and ranges of their values, and shows some rows. */
async function profile(context: EngineContext, table: string): Promise<string> {
  const from = `from ${quote(table)}`;
  const sample = await context.sql(`sample of ${table}`, {
    sql: `select * ${from} limit ${SAMPLE_ROWS}`,
    only: [table],
  });
  const columns = sample.columns.slice(0, COLUMNS_MAX);
  const figures = columns.map((name, index) => {
    const column = quote(name);
    return `count(${column}) as c${index}, approx_count_distinct(${column}) as d${index}, left(min(${column})::varchar, 80) as a${index}, left(max(${column})::varchar, 80) as z${index}`;
  });
  const counted = await context.sql(`profile of ${table}`, {
    sql: `select count(*) as n${figures.map((one) => `, ${one}`).join('')} ${from}`,
    only: [table],
  });
  const row = Object.fromEntries(counted.columns.map((name, at) => [name, counted.rows[0]?.[at]]));
  const lines = columns.map(
    (name, at) =>
      `- ${name}: ${row[`c${at}`]} values, about ${row[`d${at}`]} different, from ${JSON.stringify(row[`a${at}`])} to ${JSON.stringify(row[`z${at}`])}`,
  );
  return [
    `The table ${table} has ${row.n} rows.`,
    ...lines,
    ...(sample.columns.length > COLUMNS_MAX ? [`[and ${sample.columns.length - COLUMNS_MAX} more columns]`] : []),
    'Some rows:',
    ...sample.rows.map((values) => JSON.stringify(values)),
  ].join('\n');
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}\n[cut after ${max} of ${text.length} characters]` : text;
