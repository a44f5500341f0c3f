import type { Bind } from './match-sql.ts';

// Finds values in metadata, inputs and outputs by path. An input is found by its key, and values inside it if it is
// JSON. An output is also found by what is inside it, because most agents have one output that is an object.

export type PathRoot = 'metadata' | 'input' | 'output';

/** Builds a condition: one of the values at the path fulfils `matches`. */
export function valueAt(root: PathRoot, path: string[], bind: Bind, matches: (expression: string) => string): string {
  if (root === 'metadata') return matches(`(j.metadata #>> ${bind(path)}::text[])`);
  return `exists (select from ${itemsAt(root, path, bind)} where ${matches('item.value')})`;
}

/** Builds an expression for the first value at the path. */
export const firstValueAt = (root: PathRoot, path: string[], bind: Bind): string =>
  root === 'metadata'
    ? `j.metadata #>> ${bind(path)}::text[]`
    : `(select item.value from ${itemsAt(root, path, bind)} where item.value is not null limit 1)`;

function itemsAt(root: 'input' | 'output', path: string[], bind: Bind): string {
  const [key, ...rest] = path;
  const inside = rest.length === 0 ? `e->>'value'` : `errand_json_at(e->>'value', ${bind(rest)}::text[])`;
  const ofKey = `case when e->>'key' = ${bind(key)}::text then ${inside} end`;
  const list = root === 'input' ? 'j.inputs' : 'r.outputs';
  const value = root === 'input' ? ofKey : `coalesce(${ofKey}, errand_json_at(e->>'value', ${bind(path)}::text[]))`;
  return `(select ${value} as value from json_array_elements(${list}) e) item`;
}
