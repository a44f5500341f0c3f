/** The values of one member of each item, or tuples of several. */
export function pluck<T, K extends keyof T>(list: readonly T[], key: K): T[K][];
export function pluck<T>(list: readonly T[], ...keys: (keyof T)[]): unknown[][];
export function pluck<T>(list: readonly T[], ...keys: (keyof T)[]): unknown[] {
  return list.map((item) => (keys.length === 1 ? item[keys[0]!] : keys.map((key) => item[key])));
}
