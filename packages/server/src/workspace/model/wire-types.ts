import type { Column } from './table.ts';

const NAMES: Record<string, string> = {
  BIGINT: 'Int64',
  INTEGER: 'Int32',
  SMALLINT: 'Int16',
  TINYINT: 'Int8',
  UBIGINT: 'UInt64',
  UINTEGER: 'UInt32',
  USMALLINT: 'UInt16',
  UTINYINT: 'UInt8',
  HUGEINT: 'Int128',
  UHUGEINT: 'UInt128',
  DOUBLE: 'Float64',
  FLOAT: 'Float32',
  BOOLEAN: 'Bool',
  TIMESTAMP: 'DateTime',
  'TIMESTAMP WITH TIME ZONE': 'DateTime',
  TIMESTAMP_S: 'DateTime',
  TIMESTAMP_MS: 'DateTime',
  TIMESTAMP_NS: 'DateTime',
  DATE: 'Date',
  VARCHAR: 'String',
  UUID: 'UUID',
};

/** Returns the API's name of a type. */
export function wireType({ type, nullable }: Pick<Column, 'type' | 'nullable'>): string {
  const name = plainType(type);
  return nullable ? `Nullable(${name})` : name;
}

function plainType(type: string): string {
  const list = /^(.*)\[\d*\]$/s.exec(type);
  if (list) return `Array(${plainType(list[1]!)})`;
  const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type);
  if (decimal) return `Decimal(${decimal[1]}, ${decimal[2]})`;
  return NAMES[type] ?? 'String';
}
