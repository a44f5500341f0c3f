// What the workspace is made of: tables as lists of immutable segments, and queries with their states. Pure.

export type QueryStatus = 'PENDING' | 'STARTED' | 'SUCCESS' | 'FAILURE' | 'REVOKED';

export type UploadStatus = 'PENDING' | 'IMPORTING' | 'COMPLETED' | 'FAILED';

/** A column with its type as DuckDB writes it. */
export type Column = { name: string; type: string; nullable: boolean };
/** A Parquet file in storage that never changes. */
export type Segment = { key: string; rows: number; bytes: number };
/** A table as a query sees it, whatever happens to it meanwhile. */
export type PinnedTable = {
  id: string;
  name: string;
  columns: Column[];
  segments: Segment[];
  revision: number;
  shape: number;
};

export const TABLE_NAME_CHARACTERS_MAX = 128;
export const UPLOAD_BYTES_MAX = 2_147_483_648;
/** More make every statement slow, and are nearly always a file that was read the wrong way round. */
export const COLUMNS_MAX = 2_000;
/** Two tables side by side. */
export const RESULT_COLUMNS_MAX = 2 * COLUMNS_MAX;

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** Words that stand for something else in the paths of tables. */
const TAKEN = ['query', 'upload'];

/** What is wrong with the name of a table, or undefined. */
export function findNameProblem(name: string): string | undefined {
  if (!NAME.test(name)) {
    return `Table name '${name.slice(0, 130)}' is not valid: letters, digits and underscores, not starting with a digit.`;
  }
  return TAKEN.includes(name.toLowerCase()) ? `Table name '${name}' is reserved.` : undefined;
}

export const segmentPrefix = (orgId: string): string => `tables/${orgId}`;
/** What a query leaves in storage begins with it. No folder of its own: making one durable takes longer than a file. */
export const resultPrefix = (orgId: string, queryId: string): string => `queries/${orgId}/${queryId}-`;

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

/** The type as the API names it. */
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

/** Names of columns as they can be in a file or an object: a second `a` is `a_2`. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${name}_${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
