import { formatMoment } from '../../design/format.ts';
import { shortId } from '../../design/short-id.ts';

// Describes entries of the audit log in words: the action, and the values before and after.

export type Change = { label: string; before?: string; after: string };

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A hash, of which the beginning is enough to compare. The CSV has all of it. */
const HASH = /^[0-9a-f]{40,}$/i;
const HASH_SHOWN = 12;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const NAMES: Record<string, string> = {
  api: 'API',
  url: 'URL',
  scim: 'SCIM',
  mcp: 'MCP',
  oauth: 'OAuth',
  csv: 'CSV',
  sql: 'SQL',
  id: 'id',
  ids: 'ids',
};

/** api_key.created → API key created. */
export function actionWords(action: string): string {
  const text = inWords(action.replaceAll('.', '_'));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lists the changes of an entry, with values before and after if it has them. */
export function changesOf(detail: unknown): Change[] {
  if (!isObject(detail)) return [];
  const { before, after, from, to, caused_by: _, ...rest } = detail;
  // The actors are shown beside who did it.
  if (isObject(rest.by)) delete rest.by;
  const changes: Change[] = [];
  if (isObject(before) || isObject(after)) changes.push(...differences(toObject(before), toObject(after)));
  else if (before !== undefined || after !== undefined)
    changes.push({ label: 'value', before: valueWords(before), after: valueWords(after) });
  if (to !== undefined) changes.push({ label: 'version', before: valueWords(from), after: valueWords(to) });
  else if (from !== undefined) changes.push({ label: 'from', after: valueWords(from) });
  for (const [key, value] of Object.entries(rest)) {
    if (isObject(value) && ('before' in value || 'from' in value) && ('after' in value || 'to' in value)) {
      const [old, next] = [value.before ?? value.from, value.after ?? value.to];
      changes.push({ label: inWords(key), before: valueWords(old), after: valueWords(next) });
    } else changes.push({ label: inWords(key), after: valueWords(value) });
  }
  return changes;
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .map((key) => ({ label: inWords(key), before: valueWords(before[key]), after: valueWords(after[key]) }))
    .filter((change) => change.before !== change.after);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** api_key → API key. */
export const wordsOf = (key: string): string => inWords(key);

const inWords = (key: string): string =>
  (key === 'engine_class_id' ? 'engine' : key)
    .split('_')
    .map((word) => NAMES[word] ?? word)
    .join(' ');

function valueWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none';
  if (isObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${inWords(key)} ${valueWords(one)}`)
      .join('; ');
  const text = String(value);
  if (UUID.test(text)) return shortId(text);
  if (HASH.test(text)) return `${text.slice(0, HASH_SHOWN)}…`;
  if (MOMENT.test(text) && !Number.isNaN(Date.parse(text))) return formatMoment(text);
  return text;
}
