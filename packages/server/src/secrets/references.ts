import { isJsonObject } from '#platform/json.ts';

// References to secrets in a configuration: ${secret.NAME}.

export const SECRET_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const REFERENCE = /\$(?:\$|\{secret\.([A-Za-z][A-Za-z0-9_]{0,63})\})/g;

/** The names that the texts of a value refer to, in order, each once. `$$` is a dollar sign and begins nothing. */
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
