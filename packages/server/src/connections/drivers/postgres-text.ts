import pg from 'pg';
import { DriverFailure, type RowColumn } from '../model/driver.ts';

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
/** A modifier of numeric holds precision and scale, behind four bytes. */
const MODIFIER_HEAD = 4;
const PRECISION_MAX = 38;

export function columnOf({ name, dataTypeID, dataTypeModifier }: PgField): RowColumn {
  const type = TYPES[dataTypeID] ?? 'text';
  if (dataTypeID !== NUMERIC || dataTypeModifier < MODIFIER_HEAD) return { name, type };
  const packed = dataTypeModifier - MODIFIER_HEAD;
  const [precision, scale] = [packed >> 16, packed & 0x7ff];
  // A scale may be negative, or larger than the precision: such a number stays one of no fixed size.
  if (precision > PRECISION_MAX || scale > precision) return { name, type };
  return { name, type, decimal: { precision, scale } };
}
