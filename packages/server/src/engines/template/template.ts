import { isLongInteger } from '#platform/json.ts';
import { EngineFailure, type InputDefinition } from '../engine/engine.ts';

// Placeholders in a configuration: ${key} and $key give the input's text, $$ gives a dollar sign. Anything else after
// a dollar sign stays as it is. Inserted text is never looked at again.

/** An identifier holds no dollar sign, so each character is looked at a bounded number of times. */
const PLACEHOLDER = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** A few placeholders and one large input multiply; beyond this the process would run out of memory. */
const FILLED_CHARACTERS_MAX = 64 * 1024 * 1024;

/** Keys in braces that a text names. Bare ones are left out: `$5` and `$HOME` are more often text than inputs. */
export const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, braced]) => (braced === undefined ? [] : [braced]));

/** Fills every string of `value`, through arrays and objects; member names are left alone. */
export function renderTemplate<T>(
  value: T,
  inputs: Record<string, string>,
  definitions: readonly Pick<InputDefinition, 'key'>[],
): T {
  const keys = new Set(definitions.map((definition) => definition.key));
  let filled = 0;

  function textOf(key: string): string {
    // An optional input that was not supplied is an empty text.
    const text = Object.hasOwn(inputs, key) ? inputs[key]! : '';
    filled += text.length;
    if (filled > FILLED_CHARACTERS_MAX) {
      throw new EngineFailure(
        `The configuration with its inputs filled in is larger than ${FILLED_CHARACTERS_MAX} characters.`,
      );
    }
    return text;
  }

  function fill(item: unknown): unknown {
    if (typeof item === 'string') {
      return item.replace(PLACEHOLDER, (match, braced?: string, bare?: string) => {
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
