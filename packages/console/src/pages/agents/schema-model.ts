// Edits JSON Schemas as people build them: members with a type, a description and perhaps nested members. Every change
// returns a new schema and keeps unknown keywords.

export type Schema = Record<string, unknown>;

export const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type SchemaType = (typeof schemaTypes)[number] | 'other';

export type SchemaField = { name: string; schema: Schema; isRequired: boolean };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The type, whether or not null is allowed beside it. */
export function typeOf({ type }: Schema): SchemaType {
  const others = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return others.length === 1 && schemaTypes.includes(others[0] as never) ? (others[0] as SchemaType) : 'other';
}

export const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null');

/** Allows null beside the type, or not. A list of allowed values follows. */
export function setNullable(schema: Schema, on: boolean): Schema {
  const type = typeOf(schema);
  if (type === 'other' || on === isNullable(schema)) return schema;
  const values = Array.isArray(schema.enum) ? schema.enum.filter((one) => one !== null) : undefined;
  return {
    ...schema,
    type: on ? [type, 'null'] : type,
    ...(values && { enum: on ? [...values, null] : values }),
  };
}

/** The allowed values, without null. */
export const choicesOf = (schema: Schema): unknown[] =>
  Array.isArray(schema.enum) ? schema.enum.filter((one) => one !== null) : [];

/** Sets the allowed values, as the type writes them. Texts that are no number of a number are left out. */
export function setChoices(schema: Schema, texts: readonly string[]): Schema {
  const isNumber = ['number', 'integer'].includes(typeOf(schema));
  const values = texts
    .map((text) => (isNumber ? Number(text) : text))
    .filter((one) => one !== '' && !Number.isNaN(one));
  const { enum: _, ...rest } = schema;
  return values.length === 0 ? rest : { ...rest, enum: isNullable(schema) ? [...values, null] : values };
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
    type: isNullable(schema) ? ['object', 'null'] : 'object',
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

/** Changes the type and keeps what fits every type: null beside it, the description and unknown keywords. */
export function changeType(schema: Schema, type: SchemaType): Schema {
  const { properties: _p, required: _r, items: _i, enum: _e, type: _t, ...rest } = schema;
  if (type === 'other') return rest;
  const written = isNullable(schema) ? { type: [type, 'null'] } : { type };
  if (type === 'object')
    return { ...rest, ...written, properties: isSchema(schema.properties) ? schema.properties : {} };
  if (type === 'array')
    return { ...rest, ...written, items: isSchema(schema.items) ? schema.items : { type: 'string' } };
  return { ...rest, ...written };
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Derives a schema from an example value. */
export const schemaOfExample = (value: unknown): Schema => settle(schemaOf(value));

function schemaOf(value: unknown): Schema {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', items: value.map(schemaOf).reduce(bothSchemas, {}) };
  if (isSchema(value)) {
    return withFields(
      {},
      Object.entries(value).map(([name, one]) => ({ name, schema: schemaOf(one), isRequired: true })),
    );
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value === 'string' && DATE.test(value)) return { type: 'string', format: 'date' };
  return { type: typeof value };
}

/** Where an example only had null, a text is the best guess. */
function settle(schema: Schema): Schema {
  if (schema.type === 'null') return { type: ['string', 'null'] };
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isSchema(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, settle(one as Schema)])),
    }),
    ...(isSchema(items) && { items: settle(items) }),
  };
}

/** Merges two schemas into one that fits both. Objects get all members; only common ones are required. */
function bothSchemas(one: Schema, other: Schema): Schema {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  if (one.type === 'null') return other.type === 'null' ? other : setNullable(other, true);
  if (other.type === 'null') return setNullable(one, true);
  if (isNullable(one) || isNullable(other))
    return setNullable(bothSchemas(setNullable(one, false), setNullable(other, false)), true);
  const [first, second] = [typeOf(one), typeOf(other)];
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
  if (first === second) return one.format === other.format ? one : { type: one.type };
  const isNumber = [first, second].every((type) => type === 'integer' || type === 'number');
  return isNumber ? { type: 'number' } : {};
}
