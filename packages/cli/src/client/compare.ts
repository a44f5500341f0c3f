// Lists the differences between two JSON values by path.

export type Change = { path: string; from?: unknown; to?: unknown };

export function compareValues(from: unknown, to: unknown, path = ''): Change[] {
  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key) => compareValues(from[key], to[key], path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const length = Math.max(from.length, to.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      compareValues(from[index], to[index], `${path}[${index}]`),
    );
  }
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  return [{ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
}

export function showChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing differs.';
  return changes
    .flatMap(({ path, from, to }) => [
      path,
      ...(from === undefined ? [] : [`  - ${show(from)}`]),
      ...(to === undefined ? [] : [`  + ${show(to)}`]),
    ])
    .join('\n');
}

const show = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', '\n    ');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
