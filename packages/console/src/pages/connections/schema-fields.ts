// Builds the form of a connection from the JSON schemas of its connector.

export type FormField = {
  name: string;
  title: string;
  description: string;
  kind: 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'list' | 'json';
  required: boolean;
  choices: string[];
  initial: string;
};

type Property = {
  type?: string;
  title?: string;
  description?: string;
  enum?: string[];
  writeOnly?: boolean;
  default?: unknown;
  items?: unknown;
};
type Schema = { properties?: Record<string, Property>; required?: string[] };

export function listFields(schema: unknown, stored: Record<string, unknown> = {}): FormField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    title: property.title ?? name,
    description: property.description ?? '',
    kind: kindOf(property),
    required: required.includes(name),
    choices: property.enum ?? [],
    initial: textOf(stored[name] ?? property.default, kindOf(property)),
  }));
}

function kindOf({ type, enum: choices, writeOnly }: Property): FormField['kind'] {
  if (choices) return 'choice';
  if (writeOnly) return 'secret';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'flag';
  if (type === 'array') return 'list';
  return type === 'string' ? 'text' : 'json';
}

function textOf(value: unknown, kind: FormField['kind']): string {
  if (value === undefined || value === null) return '';
  if (kind === 'list' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads the form in the API's shape. Empty fields are left out. Throws if JSON is not valid. */
export function readFields(fields: FormField[], prefix: string, form: FormData): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const text = String(form.get(`${prefix}.${field.name}`) ?? '');
    if (text.trim() === '') return [];
    if (field.kind === 'number') return [[field.name, Number(text)]];
    if (field.kind === 'flag') return [[field.name, text === 'true']];
    if (field.kind === 'list') return [[field.name, linesOf(text)]];
    if (field.kind === 'json') return [[field.name, parse(field.title, text)]];
    return [[field.name, text]];
  });
  return Object.fromEntries(entries);
}

/** One value a line. */
const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

function parse(title: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${title} is not JSON.`);
  }
}
