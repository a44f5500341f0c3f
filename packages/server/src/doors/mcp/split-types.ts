// Schemas of tools for clients whose dialect has one type for a value (that of Gemini, for example): a value that may be
// null is a choice of two schemas there, never a list of types.

type Schema = Record<string, unknown>;

/** What is said of a value, whatever its type. */
const ABOUT = new Set(['title', 'description', 'default', 'examples']);
/** Members that hold values, not schemas. */
const VALUES = new Set(['default', 'examples', 'enum', 'const', 'required']);

export function splitTypes(schema: object): Schema {
  const members = Object.entries(schema).map(([key, value]): [string, unknown] => [
    key,
    VALUES.has(key) ? value : key === 'properties' ? mapValues(value as Schema, splitWithin) : splitWithin(value),
  ]);
  const { type, ...others } = Object.fromEntries(members);
  if (!Array.isArray(type)) return Object.fromEntries(members);
  const pick = (about: boolean): Schema =>
    Object.fromEntries(Object.entries(others).filter(([key]) => ABOUT.has(key) === about));
  return {
    ...pick(true),
    anyOf: type.map((one: string) => (one === 'null' ? { type: one } : { type: one, ...pick(false) })),
  };
}

const mapValues = (members: Schema, change: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]));

const splitWithin = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(splitWithin)
    : typeof value === 'object' && value !== null
      ? splitTypes(value)
      : value;
