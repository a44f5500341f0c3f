import { findValueProblems } from '@errand/json-schema/check-value.ts';
import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';

// Removes values that still violate the schema (a rule across members, an alternative), so that one doubtful value does
// not cost all the others. Required values stay, and validation reports them.

const roundsMax = 20;

export function prune(value: unknown, schema: JsonSchema): unknown {
  let kept = value;
  for (let round = 0; round < roundsMax; round += 1) {
    const problems = findValueProblems(schema, kept).filter(({ message }) => message !== 'is missing');
    const before = kept;
    for (const { path } of problems) kept = path === '' ? kept : without(kept, readPath(path));
    if (kept === before) break;
  }
  // Removing something required would replace one problem with another.
  return findValueProblems(schema, kept).length < findValueProblems(schema, value).length ? kept : value;
}

function readPath(path: string): string[] {
  return path.split(/\.|\[(\d+)\]\.?/).filter((part) => part !== undefined && part !== '');
}

function without(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const index = Number(key);
    if (!(index in value)) return value;
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, without(value[index], rest));
  }
  if (!Object.hasOwn(value, key)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([name]) => name !== key)
      : entries.map(([name, member]) => [name, name === key ? without(member, rest) : member]),
  );
}
