import pg from 'pg';
import { DriverFailure, type RowColumn, type RowFilter } from '../model/driver.ts';

// The SQL that a connection sends to PostgreSQL, and what its types are here.

const NAME = /^[A-Za-z_][\w$]{0,62}$/;
const QUOTED = /^"(?:[^"\0]|""){1,63}"$/;

/** A table or a query, as it stands after `from`. */
export function sourceText(source: string): string {
  const given = source.trim().replace(/;\s*$/, '');
  if (given === '') throw new DriverFailure('Name a table or a query.');
  const parts = given.match(/"(?:[^"]|"")*"|[^.]+/g) ?? [];
  if (parts.length <= 3 && parts.join('.') === given && parts.every((part) => NAME.test(part) || QUOTED.test(part)))
    return parts.map((part) => (QUOTED.test(part) || !/[A-Z]/.test(part) ? part : pg.escapeIdentifier(part))).join('.');
  if (!/^\(*\s*(select|with|values|table)\b/i.test(given))
    throw new DriverFailure('A query begins with SELECT, WITH, VALUES or TABLE; otherwise name a table.');
  // On a line of its own: the query may end with a comment.
  return `(${given}\n)`;
}

export function filterText(filters: RowFilter[]): string {
  const terms = filters.map(({ column, op, value }) => `${pg.escapeIdentifier(column)} ${op} ${literal(value)}`);
  return terms.length === 0 ? '' : ` where ${terms.join(' and ')}`;
}

/** A text is left without a type, so that it is compared as the column is. */
const literal = (value: RowFilter['value']): string =>
  typeof value === 'string' ? pg.escapeLiteral(value) : String(value);

const TYPES: Record<number, RowColumn['type']> = {
  16: 'boolean',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  26: 'integer',
  700: 'number',
  701: 'number',
  1700: 'number',
  114: 'json',
  3802: 'json',
  1082: 'date',
  1114: 'timestamp',
  1184: 'timestamp',
};

export const columnOf = ({ name, dataTypeID }: { name: string; dataTypeID: number }): RowColumn => ({
  name,
  type: TYPES[dataTypeID] ?? 'text',
});
