import pg from 'pg';
import type { RowFilter, RowsRequest, RowValue } from '../model/driver.ts';
import { columnOf, type PgField } from './postgres-text.ts';

// Translates columns and filters to PostgreSQL's SQL. The caller compares as DuckDB does: texts by their bytes, numbers
// without a fixed size as doubles. A filter is applied only if PostgreSQL can compare the same way, so no row is lost.

const OPERATORS = { '=': '=', '<>': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const;
const TEXTS = new Set([25, 1043]);
const FLOAT4 = 700;
const UUID = 2950;
const UUID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/;
const ZONED = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:\d\d)?)?)?$/;

export function planRead(
  fields: PgField[],
  { columns, filters = [], rowsMax }: RowsRequest,
): { names: string; where: string; limit: string } {
  const known = new Map(Map.groupBy(fields, ({ name }) => name.toLowerCase()));
  const terms = filters.map((filter) => {
    const found = known.get(String(filter.column).toLowerCase());
    // If two columns share a name, the filter cannot be applied.
    return found?.length === 1 ? filterText(found[0]!, filter) : undefined;
  });
  const applied = terms.filter((term) => term !== undefined);
  const isComplete = applied.length === terms.length;
  return {
    names: namesText(fields, columns),
    where: applied.length === 0 ? '' : ` where ${applied.join(' and ')}`,
    limit: rowsMax === undefined || !isComplete ? '' : ` limit ${Math.floor(rowsMax)}`,
  };
}

/** Selects at least one column, because rows are counted by it. */
function namesText(fields: PgField[], columns: string[] | undefined): string {
  const areUnique = new Set(fields.map(({ name }) => name)).size === fields.length;
  if (columns === undefined || fields.length === 0 || !areUnique) return '*';
  const wanted = new Set(columns.map((name) => name.toLowerCase()));
  const found = fields.filter(({ name }) => wanted.has(name.toLowerCase()));
  return (found.length === 0 ? fields.slice(0, 1) : found).map(({ name }) => pg.escapeIdentifier(name)).join(', ');
}

/** Returns undefined if the filter cannot be applied exactly. */
function filterText(field: PgField, filter: RowFilter): string | undefined {
  const column = pg.escapeIdentifier(field.name);
  if (filter.op === 'is null' || filter.op === 'is not null') return `${column} ${filter.op}`;
  const values = 'values' in filter ? filter.values : 'value' in filter ? [filter.value] : [];
  const operator = filter.op === 'in' ? 'in' : OPERATORS[filter.op as keyof typeof OPERATORS];
  if (operator === undefined || values.length === 0 || !values.every((value) => fits(field, value))) return undefined;
  const literals = values.map(literal).join(', ');
  const compare = (subject: string): string =>
    `${subject} ${operator} ${operator === 'in' ? `(${literals})` : literals}`;
  const { type, decimal } = columnOf(field);
  if (type === 'number') return compare(decimal ? column : asDouble(field, column));
  if (type === 'boolean') return operator === '=' || operator === '<>' ? compare(column) : undefined;
  if (type !== 'text') return compare(column);
  const exact = TEXTS.has(field.dataTypeID)
    ? compare(`${column} collate "C"`)
    : `${column} is not null and ${compare(`format('%s', ${column}) collate "C"`)}`;
  // The plain comparison can use an index; the exact one decides.
  const isIndexed = (operator === '=' || operator === 'in') && (TEXTS.has(field.dataTypeID) || areUuids(field, values));
  return isIndexed ? `${compare(column)} and ${exact}` : exact;
}

/** A float4 is read as its text, which has fewer digits than the float4 cast to a double. */
const asDouble = ({ dataTypeID }: PgField, column: string): string =>
  dataTypeID === FLOAT4 ? `${column}::text::float8` : `${column}::float8`;

const areUuids = ({ dataTypeID }: PgField, values: RowValue[]): boolean =>
  dataTypeID === UUID && values.every((value) => UUID_TEXT.test(String(value)));

function fits(field: PgField, value: RowValue): boolean {
  switch (columnOf(field).type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && DATE.test(value);
    case 'timestamp':
      return typeof value === 'string' && MOMENT.test(value);
    case 'timestamptz':
      return typeof value === 'string' && ZONED.test(value);
    case 'text':
      return typeof value === 'string' && !value.includes('\0');
    default:
      return false;
  }
}

/** Text literals have no type, so that PostgreSQL compares them with the column's type. */
const literal = (value: RowValue): string => (typeof value === 'string' ? pg.escapeLiteral(value) : String(value));
