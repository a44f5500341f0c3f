import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { createResolver, type Resolve } from '@errand/json-schema/walk-schema.ts';
import { BaselineFailure } from '../limits/failure.ts';

// Reads a JSON Schema into fields with a type, a name and the allowed values.

export type Option = { value: unknown; text: string };

export type Field = {
  name: string;
  /** Name of the object that it belongs to: `customer` for its `name`. Empty at the top and in lists. */
  parent: string;
  title: string;
  description: string;
  type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'any';
  nullable: boolean;
  required: boolean;
  format?: string;
  options?: Option[];
  properties?: Field[];
  /** For an object with any keys: the field of its values. */
  values?: Field;
  items?: Field;
  /** For a list whose positions have their own schemas. */
  tuple?: Field[];
  /** Alternative shapes of an object. The one that the text fills best is used. */
  shapes?: Field[];
  /** The schema itself, for the constraints of a value. */
  rules: Record<string, unknown>;
};

const fieldsMax = 2_000;
/** A schema may refer to itself. More than four repetitions add nothing to an answer. */
const repeatsMax = 4;

type Reading = { resolve: Resolve; count: number; hints: Map<string, string> };

export function readSchema(schema: JsonSchema, instruction: string): Field {
  const reading = { resolve: createResolver(schema), count: 0, hints: readHints(instruction) };
  return readField({ name: '', parent: '', required: true }, schema, reading, []);
}

type Position = Pick<Field, 'name' | 'parent' | 'required'>;

function readField({ name, parent, required }: Position, given: unknown, reading: Reading, trail: string[]): Field {
  reading.count += 1;
  if (reading.count > fieldsMax) throw new BaselineFailure(`The output schema has more than ${fieldsMax} fields.`);
  const { rules, nullable, path } = simplify(given, reading, trail);
  const type = typeOf(rules);
  const field: Field = {
    name,
    parent,
    title: text(rules.title),
    description: [text(rules.description), reading.hints.get(name.toLowerCase()) ?? ''].filter(Boolean).join('. '),
    type,
    nullable: nullable || type === 'null',
    required,
    rules,
  };
  if (typeof rules.format === 'string') field.format = rules.format;
  const options = readOptions(rules);
  if (options !== undefined) field.options = options;
  if (type === 'object') {
    const needed = new Set(Array.isArray(rules.required) ? rules.required : []);
    field.properties = Object.entries(record(rules.properties)).map(([key, value]) =>
      readField({ name: key, parent: name, required: needed.has(key) }, value, reading, path),
    );
    const { additionalProperties: values } = rules;
    if (typeof values === 'object' && values !== null) {
      field.values = readField({ name, parent: '', required: false }, values, reading, path);
    }
  }
  if (Array.isArray(rules.shapes)) {
    field.shapes = rules.shapes.map((shape) => readField({ name, parent, required }, shape, reading, path));
  }
  if (Array.isArray(rules.prefixItems)) {
    field.tuple = rules.prefixItems.map((place) => readField({ name, parent: '', required }, place, reading, path));
  }
  if (type === 'array') {
    const items = readField({ name, parent: '', required: true }, rules.items ?? true, reading, path);
    // The name of the list says nothing about the members of its elements.
    for (const property of items.properties ?? []) property.parent = '';
    field.items = items;
  }
  return field;
}

/** Follows references and chooses the first alternative that is not null. */
function simplify(given: unknown, reading: Reading, trail: string[]) {
  let rules = record(given);
  let nullable = false;
  let path = trail;
  // Each round resolves one reference or one choice. The limit of repeats ends a loop of references.
  for (let round = 0; round < 64; round += 1) {
    const { $ref: reference, anyOf, oneOf, allOf, ...rest } = rules;
    if (typeof reference === 'string') {
      if (path.filter((one) => one === reference).length >= repeatsMax) return { rules: rest, nullable, path };
      path = [...path, reference];
      rules = { ...record(reading.resolve(reference)), ...rest };
      continue;
    }
    const choices = (Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : []).map(record);
    if (choices.length > 0) {
      const others = choices.filter((choice) => choice.type !== 'null' && choice.const !== null);
      nullable ||= others.length < choices.length;
      if (others.length > 0 && others.every((choice) => 'const' in choice))
        return { rules: { ...rest, choices: others }, nullable, path };
      const shapes = others.filter((choice) => choice.type === 'object' || choice.properties || choice.$ref);
      if (shapes.length > 1 && rest.shapes === undefined) rest.shapes = shapes.map((shape) => merge(rest, shape));
      rules = merge(rest, shapes[0] ?? others[0] ?? {});
      continue;
    }
    if (Array.isArray(allOf) && allOf.length > 0) {
      const [first, ...more] = allOf;
      rules = merge(more.length > 0 ? { ...rest, allOf: more } : rest, record(first));
      continue;
    }
    break;
  }
  if (Array.isArray(rules.type) && rules.type.includes('null')) nullable = true;
  if (rules.nullable === true || rules.const === null || (Array.isArray(rules.enum) && rules.enum.includes(null)))
    nullable = true;
  return { rules, nullable, path };
}

function merge(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const both = { ...other, ...one };
  if (one.properties || other.properties) both.properties = { ...record(other.properties), ...record(one.properties) };
  if (Array.isArray(one.required) && Array.isArray(other.required))
    both.required = [...one.required, ...other.required];
  return both;
}

function typeOf(rules: Record<string, unknown>): Field['type'] {
  const types = (Array.isArray(rules.type) ? rules.type : [rules.type]).filter((one) => one !== 'null');
  const [type] = types;
  if (type !== undefined) return type as Field['type'];
  if (rules.type === 'null' || Array.isArray(rules.type)) return 'null';
  if (rules.properties !== undefined) return 'object';
  return rules.items !== undefined || rules.prefixItems !== undefined ? 'array' : 'any';
}

function readOptions(rules: Record<string, unknown>): Option[] | undefined {
  if ('const' in rules) return [{ value: rules.const, text: String(rules.const) }];
  if (Array.isArray(rules.choices)) {
    return rules.choices.map((choice) => ({
      value: choice.const,
      text: [choice.const, text(choice.title), text(choice.description)].filter(Boolean).join('. '),
    }));
  }
  if (!Array.isArray(rules.enum)) return undefined;
  return rules.enum.filter((value) => value !== null).map((value) => ({ value, text: String(value) }));
}

/** Reads lines of an instruction that describe a field: `due_date: the day to pay by`. */
function readHints(instruction: string): Map<string, string> {
  const hints = new Map<string, string>();
  for (const [, name = '', hint = ''] of instruction.matchAll(
    /^[ \t*•-]*["'`]?([A-Za-z_][\w-]{0,60})["'`]? ?[:=–] ?(.{1,300})$/gm,
  )) {
    hints.set(name.toLowerCase(), hint.trim());
  }
  return hints;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
