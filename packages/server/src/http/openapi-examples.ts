import { namedExamples, usuallyNull } from '@errand/contract/examples.ts';
import type { TSchema } from 'typebox';

// Builds examples from schemas. A member's own example wins, then a sample for its name, then one for its type.

type Json = Record<string, unknown>;

const FORMATS: Json = {
  uuid: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
  'date-time': '2026-01-05T09:12:44.120Z',
  binary: 'bytes of the file',
};

/** Returns a value with all members, as in a successful response. */
export const answerExample = (schema: TSchema): unknown => makeExample(schema, '', (_, name) => !usuallyNull.has(name));

/** Returns a value with the required members and those optional ones that have an example. */
export const bodyExample = (schema: TSchema): unknown =>
  makeExample(schema, '', (member) => givenExample(member) !== undefined);

function makeExample(schema: TSchema, name: string, wanted: (member: TSchema, name: string) => boolean): unknown {
  const { type, properties, required = [], items, minItems = 1 } = schema as Json;
  const options = alternatives(schema);
  if (options.length > 0 && usuallyNull.has(name) && options.some(isNull)) return null;
  const given = ownExample(schema);
  if (given !== undefined) return given;
  if (options.length > 0) return makeExample(options[0]!, name, wanted);
  if (properties !== undefined) {
    const members = Object.entries(properties as Record<string, TSchema>).filter(
      ([member, property]) => (required as string[]).includes(member) || wanted(property, member),
    );
    return Object.fromEntries(members.map(([member, property]) => [member, makeExample(property, member, wanted)]));
  }
  if (items !== undefined)
    return Array.from({ length: Math.max(1, Number(minItems)) }, () => makeExample(items as TSchema, name, wanted));
  const named = namedExamples[name];
  if (named !== undefined && isOfType(named, type)) return named;
  return typeExample(schema as Json);
}

/** Returns the schema's own value: an example, a constant, its first enum value, or the sample of its format. */
const ownExample = (schema: TSchema): unknown => saidExample(schema) ?? FORMATS[(schema as Json).format as string];

function saidExample(schema: TSchema): unknown {
  const { examples, default: fallback, enum: values } = schema as Json;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(values)) return values[0];
  return fallback;
}

/** Ignores samples of formats: an optional id is better left out than made up. */
function givenExample(schema: TSchema): unknown {
  const [first] = alternatives(schema);
  return saidExample(schema) ?? (first && givenExample(first));
}

function alternatives(schema: TSchema): TSchema[] {
  const { type, anyOf, oneOf } = schema as { type?: unknown; anyOf?: TSchema[]; oneOf?: TSchema[] };
  if (Array.isArray(type)) return type.map((one) => ({ ...schema, type: one }));
  return anyOf ?? oneOf ?? [];
}

const isNull = (schema: TSchema): boolean => (schema as Json).type === 'null';

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return typeof value === type;
}

function typeExample({ type, minimum, exclusiveMinimum, minLength }: Json): unknown {
  switch (type) {
    case 'string':
      return 'text'.padEnd(Number(minLength ?? 0), '.');
    case 'integer':
      return Math.max(Number(minimum ?? 1), Number(exclusiveMinimum ?? 0) + 1);
    case 'number':
      return Math.max(Number(minimum ?? 0), Number(exclusiveMinimum ?? 0) + 0.5);
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'null':
      return null;
    default:
      return {};
  }
}
