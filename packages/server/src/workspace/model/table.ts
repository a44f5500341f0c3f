// What a table is: columns, and a list of immutable segments. Pure.

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
/** More make every statement slow, and are nearly always a file that was read the wrong way round. */
export const COLUMNS_MAX = 2_000;
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
