import { done, moment, table } from '../terminal/text.ts';
import type { Item } from './find.ts';

// Shows what an operation returned when no command knows better.

export type Column = readonly [title: string, cell: (item: never) => unknown];

const CELL_MAX = 60;

export function showList(items: readonly Item[], columns: readonly string[] | readonly Column[]): string {
  if (items.length === 0) return 'There are none.';
  const chosen = columns.map((column): Column => (typeof column === 'string' ? memberColumn(column) : column));
  const rows = items.map((item) => chosen.map(([, cell]) => cellText(cell(item as never))));
  return table(
    chosen.map(([title]) => title),
    rows,
  );
}

const memberColumn = (name: string): Column => [
  name.replace(/_at$/, '').replaceAll('_', ' ').toUpperCase(),
  (item: Item) => item[name],
];

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return short(JSON.stringify(value));
  const text = String(value);
  return isTime(text) ? moment(new Date(text)) : short(text);
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return line.length > CELL_MAX ? `${line.slice(0, CELL_MAX - 1)}…` : line;
};

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(text);

/** The name of an item, then one line per member that has a value. */
export function showItem(item: Item, title = titleOf(item)): string {
  const facts = Object.entries(item)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .filter(([name, value]) => !(value === title && name !== 'id'))
    .map(([name, value]) => [name.replaceAll('_', ' '), cellText(value)]);
  return done(title, Object.fromEntries(facts));
}

export const titleOf = (item: Item): string =>
  String(item.version_name || item.name || item.title || item.company || item.email || item.id || 'Done.');
