// Edits JSON Schemas as people build them: members with a type, a description and perhaps nested members. Every change
// returns a new schema and keeps unknown keywords.

export type Schema = Record<string, unknown>;

export const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type SchemaType = (typeof schemaTypes)[number] | 'other';

export type SchemaField = { name: string; schema: Schema; isRequired: boolean };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function typeOf({ type }: Schema): SchemaType {
  return schemaTypes.includes(type as never) ? (type as SchemaType) : 'other';
}

const membersOf = ({ properties }: Schema): Record<string, Schema> =>
  isSchema(properties) ? (properties as Record<string, Schema>) : {};

const requiredOf = ({ required }: Schema): string[] => (Array.isArray(required) ? required.map(String) : []);

export function fieldsOf(schema: Schema): SchemaField[] {
  const required = requiredOf(schema);
  return Object.entries(membersOf(schema)).map(([name, one]) => ({
    name,
    schema: isSchema(one) ? one : {},
    isRequired: required.includes(name),
  }));
}

function withFields(schema: Schema, fields: readonly SchemaField[]): Schema {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema: one }) => [name, one])),
    ...(required.length > 0 && { required }),
  };
}

export function changeField(schema: Schema, name: string, change: Partial<SchemaField>): Schema {
  const fields = fieldsOf(schema);
  // Two members cannot have the same name, so the change is ignored until the name is unique.
  if (change.name !== undefined && change.name !== name && fields.some((field) => field.name === change.name))
    return schema;
  return withFields(
    schema,
    fields.map((field) => (field.name === name ? { ...field, ...change } : field)),
  );
}

export const removeField = (schema: Schema, name: string): Schema =>
  withFields(
    schema,
    fieldsOf(schema).filter((field) => field.name !== name),
  );

export function addField(schema: Schema): Schema {
  const fields = fieldsOf(schema);
  const isFree = (name: string) => !fields.some((field) => field.name === name);
  let name = 'field';
  for (let number = 2; !isFree(name); number++) name = `field_${number}`;
  return withFields(schema, [...fields, { name, schema: { type: 'string' }, isRequired: true }]);
}

export function moveField(schema: Schema, name: string, by: -1 | 1): Schema {
  const fields = fieldsOf(schema);
  const from = fields.findIndex((field) => field.name === name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= fields.length) return schema;
  const moved = fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!);
  return withFields(schema, moved);
}

/** Changes the type and keeps what fits every type: the description and unknown keywords. */
export function changeType(schema: Schema, type: SchemaType): Schema {
  const { properties: _p, required: _r, items: _i, enum: _e, type: _t, ...rest } = schema;
  if (type === 'other') return rest;
  if (type === 'object') return { ...rest, type, properties: isSchema(schema.properties) ? schema.properties : {} };
  if (type === 'array') return { ...rest, type, items: isSchema(schema.items) ? schema.items : { type: 'string' } };
  return { ...rest, type };
}

/** Derives a schema from an example value. */
export function schemaOfExample(value: unknown): Schema {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: 'array', items: value.map(schemaOfExample).reduce(bothSchemas, {}) };
  if (isSchema(value)) {
    return withFields(
      {},
      Object.entries(value).map(([name, one]) => ({ name, schema: schemaOfExample(one), isRequired: true })),
    );
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
}

/** Merges two schemas into one that fits both. Objects get all members; only common ones are required. */
function bothSchemas(one: Schema, other: Schema): Schema {
  const [first, second] = [typeOf(one), typeOf(other)];
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  if (first === 'object' && second === 'object') {
    const names = [...new Set([...fieldsOf(one), ...fieldsOf(other)].map(({ name }) => name))];
    const find = (schema: Schema, name: string) => fieldsOf(schema).find((field) => field.name === name);
    return withFields(
      {},
      names.map((name) => {
        const [a, b] = [find(one, name), find(other, name)];
        return {
          name,
          schema: a && b ? bothSchemas(a.schema, b.schema) : (a ?? b)!.schema,
          isRequired: a?.isRequired === true && b?.isRequired === true,
        };
      }),
    );
  }
  if (first === 'array' && second === 'array') {
    return { type: 'array', items: bothSchemas(one.items as Schema, other.items as Schema) };
  }
  if (first === second) return one;
  const isNumber = [first, second].every((type) => type === 'integer' || type === 'number');
  return isNumber ? { type: 'number' } : {};
}

/** Creates a sample value for a schema. */
export function sampleOf(schema: Schema): unknown {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(fieldsOf(schema).map((field) => [field.name, sampleOf(field.schema)]));
    case 'array':
      return [sampleOf(isSchema(schema.items) ? schema.items : {})];
    case 'number':
      return 12.5;
    case 'integer':
      return 3;
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date' ? '2026-01-05' : 'text';
    default:
      return null;
  }
}
