import { type Definition, kindOf, kinds } from './definition.ts';

// Configurations refer to policies, agents, connections, skill sets, playbooks, case queues and so on by id. Files refer to them by
// slug, such as `policy:fraud-rules`.

const referred = Object.keys(kinds).filter((kind) => kindOf(kind as Definition['kind']).isReferred);
// Knowledge bases have no files, but agents refer to them.
const REFERENCE = new RegExp(`^(${[...referred, 'knowledge_base'].join('|')}):[\\p{L}\\p{N}-]+$`, 'u');

export type References = ReadonlyMap<string, string>;

/** Replaces every string that is a key of `names` with its value. */
export function replaceNames<T>(value: T, names: References): T {
  if (typeof value === 'string') return (names.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item) => replaceNames(item, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceNames(one, names)])) as T;
}

/** Finds references such as `policy:…` that are left after replacing. They refer to nothing. */
export function findDangling(value: unknown): string[] {
  if (typeof value === 'string') return REFERENCE.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findDangling) : [];
}

/** Removes the ids of categories and rules, which the service assigns and which mean nothing elsewhere. */
export function withoutIds<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutIds) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'id');
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutIds(one)])) as T;
}
