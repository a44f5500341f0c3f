import pg from 'pg';
import { DriverFailure, type RowColumn } from '../model/driver.ts';

// Builds the SQL that a connection sends to PostgreSQL, and maps its types to ours.

const NAME = /^[A-Za-z_][\w$]{0,62}$/;
const QUOTED = /^"(?:[^"\0]|""){1,63}"$/;

/** Returns a table or query in the form that can follow `from`. */
export function sourceText(source: string): string {
  const given = source.trim().replace(/;\s*$/, '');
  if (given === '') throw new DriverFailure('A table or a query is required.');
  const parts = given.match(/"(?:[^"]|"")*"|[^.]+/g) ?? [];
  if (parts.length <= 3 && parts.join('.') === given && parts.every((part) => NAME.test(part) || QUOTED.test(part)))
    return parts.map((part) => (QUOTED.test(part) || !/[A-Z]/.test(part) ? part : pg.escapeIdentifier(part))).join('.');
  if (!/^\(*\s*(select|with|values|table)\b/i.test(given))
    throw new DriverFailure(
      'The source must be a table name, or a query that begins with SELECT, WITH, VALUES or TABLE.',
    );
  // The parenthesis is on its own line, because the query may end with a comment.
  return `(${given}\n)`;
}

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
  1184: 'timestamptz',
};

export type PgField = { name: string; dataTypeID: number; dataTypeModifier: number };

export const NUMERIC = 1700;
/** The type modifier of numeric is 4 plus the packed precision and scale. */
const MODIFIER_HEAD = 4;
const PRECISION_MAX = 38;

export function columnOf({ name, dataTypeID, dataTypeModifier }: PgField): RowColumn {
  const type = TYPES[dataTypeID] ?? 'text';
  if (dataTypeID !== NUMERIC || dataTypeModifier < MODIFIER_HEAD) return { name, type };
  const packed = dataTypeModifier - MODIFIER_HEAD;
  const [precision, scale] = [packed >> 16, packed & 0x7ff];
  // Numbers with a negative scale, or one larger than the precision, are treated as having no fixed size.
  if (precision > PRECISION_MAX || scale > precision) return { name, type };
  return { name, type, decimal: { precision, scale } };
}
