// Converts the JSON Schema of an agent's output to TypeScript. Anything without a counterpart becomes unknown.

type Schema = {
  type?: string | string[];
  properties?: Record<string, unknown>;
  required?: unknown;
  additionalProperties?: unknown;
  items?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: unknown[];
  oneOf?: unknown[];
  allOf?: unknown[];
  $ref?: string;
  $defs?: Record<string, unknown>;
  definitions?: Record<string, unknown>;
  nullable?: boolean;
};

const DEPTH_MAX = 20;

export function writeSchemaType(schema: unknown, root: unknown = schema, depth = 0): string {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > DEPTH_MAX) return 'unknown';
  const given = schema as Schema;
  const write = (one: unknown): string => writeSchemaType(one, root, depth + 1);
  const type = writeBare(given, root, write);
  return given.nullable === true ? union([type, 'null']) : type;
}

function writeBare(schema: Schema, root: unknown, write: (one: unknown) => string): string {
  if (schema.$ref !== undefined) return write(follow(schema.$ref, root));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return union(choices.map(write));
  if (Array.isArray(schema.allOf)) return schema.allOf.map(write).map(bracketed).join(' & ') || 'unknown';
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => write({ ...schema, type })));
  switch (schema.type ?? (schema.properties ? 'object' : undefined)) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${bracketed(write(schema.items))}[]`;
    case 'object':
      return writeObject(schema, write);
    default:
      return 'unknown';
  }
}

function writeObject({ properties, required, additionalProperties: more }: Schema, write: (one: unknown) => string) {
  if (properties === undefined) {
    return `Record<string, ${typeof more === 'object' && more !== null ? write(more) : 'unknown'}>`;
  }
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(
    ([key, member]) => `${propertyName(key)}${needed.includes(key) ? '' : '?'}: ${write(member)}`,
  );
  return members.length === 0 ? 'Record<string, unknown>' : `{ ${members.join('; ')} }`;
}

/** Follows references of the form `#/$defs/name`. Any other is unknown. */
function follow(reference: string, root: unknown): unknown {
  const [, kind = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  return (Object(root) as Record<string, Record<string, unknown> | undefined>)[kind]?.[name];
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'unknown';
const bracketed = (type: string): string => (/[|&]/.test(type) && !/^[{[(]/.test(type) ? `(${type})` : type);

export const propertyName = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name);
