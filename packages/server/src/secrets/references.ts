import { isJsonObject } from '#platform/json.ts';

// References to secrets in a configuration: ${secret.NAME}.

export const SECRET_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const REFERENCE = /\$(?:\$|\{secret\.([A-Za-z][A-Za-z0-9_]{0,63})\})/g;

/** Returns the secret names in the strings of a value, in order, without duplicates. `$$` is a literal dollar sign. */
export function listSecretNames(value: unknown): string[] {
  const names = new Set<string>();
  const visit = (item: unknown): void => {
    if (typeof item === 'string') {
      for (const [, name] of item.matchAll(REFERENCE)) if (name !== undefined) names.add(name);
    } else if (Array.isArray(item)) item.forEach(visit);
    else if (isJsonObject(item)) Object.values(item).forEach(visit);
  };
  visit(value);
  return [...names];
}

/** Replaces references with their values. References without a value stay as they are. */
export function fillReferences<T>(value: T, values: ReadonlyMap<string, string>): T {
  const fill = (item: unknown): unknown => {
    if (typeof item === 'string')
      return item.replace(REFERENCE, (whole, name?: string) =>
        name === undefined ? whole : (values.get(name) ?? whole),
      );
    if (Array.isArray(item)) return item.map(fill);
    if (!isJsonObject(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([key, member]) => [key, fill(member)]));
  };
  return fill(value) as T;
}
