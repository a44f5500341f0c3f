import { isJsonObject } from '#platform/json.ts';

/** Returns the value with null at these JSON pointers. */
export function putNulls(value: unknown, pointers: string[]): unknown {
  const wanted = new Set(pointers);
  const walk = (at: unknown, pointer: string): unknown => {
    if (wanted.has(pointer)) return null;
    if (Array.isArray(at)) return at.map((item, index) => walk(item, `${pointer}/${index}`));
    if (!isJsonObject(at)) return at;
    return Object.fromEntries(
      Object.entries(at).map(([name, member]) => [
        name,
        walk(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      ]),
    );
  };
  return walk(value, '');
}
