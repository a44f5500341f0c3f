import type { Db } from '#platform/db.ts';
import type { Column } from '#workspace/model/table.ts';

// Columns of archived tables: read from PostgreSQL as text, typed in Parquet, and restored as JSON. Every type has one
// text format, so that both sides compute the same checksum of a value.

export type ArchiveColumn = {
  name: string;
  /** The SQL expression for the value as text. */
  text: string;
  /** The type in the file. */
  type: string;
  /** Whether the value is already JSON. */
  isJson: boolean;
};

type Attribute = { name: string; type: string };

/** Lists all current columns of a table, so that columns of later releases are archived without a change here. */
export async function listColumns(db: Db, table: string, alias: string, prefix = ''): Promise<ArchiveColumn[]> {
  const rows = await db.query<Attribute>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows.map(({ name, type }) => toArchiveColumn(prefix + name, `${alias}.${name}`, type));
}

/** A column from an expression of PostgreSQL and its type there. */
export const toArchiveColumn = (name: string, expression: string, type: string): ArchiveColumn => ({
  name,
  text: textOf(expression, type),
  type: typeOf(type),
  isJson: /^jsonb?$/.test(type),
});

const MOMENT = 'timestamp with time zone';

const textOf = (column: string, type: string): string =>
  type === MOMENT ? `to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US')` : `${column}::text`;

function typeOf(type: string): string {
  if (type === MOMENT) return 'TIMESTAMP';
  if (type === 'boolean') return 'BOOLEAN';
  if (['smallint', 'integer', 'bigint'].includes(type)) return 'BIGINT';
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? 'VARCHAR' : `DECIMAL(${precision}, ${scale})`;
}

export const toFileColumns = (columns: ArchiveColumn[]): Column[] =>
  columns.map(({ name, type }) => ({ name, type, nullable: true }));

/** The expression for the same text as in PostgreSQL, from the column of a file. */
export const fileText = ({ name, type }: Pick<ArchiveColumn, 'name' | 'type'>): string =>
  type === 'TIMESTAMP' ? `strftime("${name}", '%Y-%m-%d %H:%M:%S.%f')` : `cast("${name}" as varchar)`;

/**
 * The checksum of a column: the sum of the hashes of its values, each with the id of its row, so that a value in the
 * wrong row changes it. With 32 bits per hash, one wrong value in four billion goes unnoticed.
 */
export const checkInDatabase = (id: string, { text }: ArchiveColumn): string =>
  `coalesce(sum(('x' || substr(md5(${id} || coalesce('=' || ${text}, '')), 1, 8))::bit(32)::bigint), 0)::text`;

export const checkInFile = (id: string, column: Pick<ArchiveColumn, 'name' | 'type'>): string =>
  `cast(coalesce(sum(cast('0x' || substr(md5(${id} || coalesce('=' || ${fileText(column)}, '')), 1, 8) as bigint)), 0) as varchar)`;
