import { isLongInteger } from '#platform/json.ts';
import { EngineFailure, type InputDefinition } from '../engine/engine.ts';

// Fills placeholders in a configuration: ${key} and $key insert the input's text, ${secret.NAME} a secret of the
// organization, $$ a dollar sign. Anything else after a dollar sign stays unchanged. Inserted text is not scanned
// again, so that no input can insert a secret.

/** An identifier contains no dollar sign, so matching takes linear time. */
const PLACEHOLDER =
  /\$(?:\$|\{secret\.([A-Za-z][A-Za-z0-9_]{0,63})\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** Limits memory, since placeholders can multiply the size of a large input. */
const FILLED_CHARACTERS_MAX = 64 * 1024 * 1024;

/** Returns the keys in braces. Bare ones are left out, because `$HOME` is more often text than an input. */
export const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, , braced]) => (braced === undefined ? [] : [braced]));

/** Fills every string of `value`, through arrays and objects, but not member names. */
export function renderTemplate<T>(
  value: T,
  inputs: Record<string, string>,
  definitions: readonly Pick<InputDefinition, 'key'>[],
  secrets?: ReadonlyMap<string, string>,
): T {
  const keys = new Set(definitions.map((definition) => definition.key));
  let filled = 0;

  function textOf(key: string): string {
    // An optional input without a value becomes an empty text.
    const text = Object.hasOwn(inputs, key) ? inputs[key]! : '';
    filled += text.length;
    if (filled > FILLED_CHARACTERS_MAX) {
      throw new EngineFailure(
        `The configuration with its placeholders filled is larger than ${FILLED_CHARACTERS_MAX} characters.`,
        { code: 'errand.config.invalid' },
      );
    }
    return text;
  }

  function fill(item: unknown): unknown {
    if (typeof item === 'string') {
      return item.replace(PLACEHOLDER, (match, secret?: string, braced?: string, bare?: string) => {
        if (secret !== undefined) return secrets?.get(secret) ?? match;
        const key = braced ?? bare;
        if (key === undefined) return '$';
        return keys.has(key) ? textOf(key) : match;
      });
    }
    if (typeof item !== 'object' || item === null || isLongInteger(item)) return item;
    if (Array.isArray(item)) return item.map(fill);
    return Object.fromEntries(Object.entries(item).map(([name, member]) => [name, fill(member)]));
  }

  return fill(value) as T;
}
