// The values of an output that a reviewer may correct, by JSON pointer.

export type CorrectableField = { pointer: string; value: string | number | bigint | boolean | null };

const FIELDS_MAX = 200;
const DEPTH_MAX = 12;

/** Lists the plain values of an output in order. Only the first ones if it is long. */
export function listFields(value: unknown): CorrectableField[] {
  const found: CorrectableField[] = [];
  const walk = (at: unknown, pointer: string, depth: number): void => {
    if (found.length >= FIELDS_MAX || depth > DEPTH_MAX) return;
    if (at === null || typeof at !== 'object') {
      if (at !== undefined) found.push({ pointer, value: at as CorrectableField['value'] });
      return;
    }
    for (const [name, member] of Object.entries(at))
      walk(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
  };
  walk(value, '', 0);
  return found;
}

export const textOf = (value: CorrectableField['value']): string => (value === null ? '' : String(value));

/** Converts typed text to the type of the old value if possible. An empty text is null. */
export function readTyped(before: CorrectableField['value'], text: string): unknown {
  if (text === '') return null;
  if (typeof before === 'boolean' && /^(true|false)$/i.test(text.trim())) return text.trim().toLowerCase() === 'true';
  const isNumber = /^-?\d+(\.\d+)?$/.test(text.trim());
  if ((typeof before === 'number' || typeof before === 'bigint' || before === null) && isNumber)
    return Number(text.trim());
  return text;
}

/** Returns only the values that differ from the output. */
export function readCorrections(fields: CorrectableField[], typed: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ pointer, value }) => typed[pointer] !== undefined && typed[pointer] !== textOf(value))
      .map(({ pointer, value }) => [pointer, readTyped(value, typed[pointer]!)]),
  );
}
