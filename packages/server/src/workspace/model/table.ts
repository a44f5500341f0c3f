// A table is a list of columns and a list of immutable segments. Pure.

/** A column with its type as DuckDB writes it. */
export type Column = { name: string; type: string; nullable: boolean };
/** A Parquet file in storage that never changes. */
export type Segment = { key: string; rows: number; bytes: number };
/** A table as a query sees it, unaffected by later changes. */
export type PinnedTable = {
  id: string;
  name: string;
  columns: Column[];
  segments: Segment[];
  revision: number;
  shape: number;
  /** Format of the segments, by default Parquet. `csv`: rows of a connection. `archive`: their columns may differ. */
  format?: FileFormat;
  /** For a system table: a query over the tables before it in the list. Its name includes the schema. */
  view?: string;
  /** Remote segments are not cached on this machine, so that data deleted from storage is gone everywhere. */
  uncached?: true;
  /** Set if the rows were read through a connection for this statement. */
  read?: ConnectionRead;
};

export type FileFormat = 'csv' | 'json-lines' | 'archive';

/** What was requested from the system behind a connection. */
export type ConnectionRead = {
  connection: string;
  source: string;
  /** Pushed down to that system: columns (null: all), filters, and the number of rows that is enough. */
  columns: string[] | null;
  filters: string[];
  limit: number | null;
};

export const TABLE_NAME_CHARACTERS_MAX = 128;
/** More columns make every statement slow, and nearly always come from a transposed file. */
export const COLUMNS_MAX = 2_000;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** Path segments under /v1/tables/ with another meaning. */
const TAKEN = ['query', 'upload'];

/** Returns the problem with a table name, if any. */
export function findNameProblem(name: string): string | undefined {
  if (!NAME.test(name)) {
    return `Table name '${name.slice(0, 130)}' is not valid. It must begin with a letter or underscore, contain only letters, digits and underscores, and have at most ${TABLE_NAME_CHARACTERS_MAX} characters.`;
  }
  return TAKEN.includes(name.toLowerCase()) ? `Table name '${name}' is reserved.` : undefined;
}

export const segmentPrefix = (orgId: string): string => `tables/${orgId}`;
/** Makes column names unique for files and objects: a second `a` becomes `a_2`. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${name}_${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
