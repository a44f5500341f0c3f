// Lists the members of a body as the reference shows them, from its schema in the OpenAPI description.

type Json = Record<string, unknown>;

export type BodyMember = { name: string; type: string; required: boolean; description: string };

/** Members of members are listed as well, such as `input_definitions[].key`. Deeper ones are in the description. */
const DEPTH_MAX = 2;

export function listMembers(schema: Json | undefined, components: Json): BodyMember[] {
  return schema === undefined ? [] : membersOf(schema, { components, prefix: '', depth: 1 });
}

type Place = { components: Json; prefix: string; depth: number };

function membersOf(given: Json, { components, prefix, depth }: Place): BodyMember[] {
  const schema = resolve(given, components);
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).flatMap(([key, member]) => {
    const name = `${prefix}${key}`;
    const row = {
      name,
      type: typeOf(member, components),
      required: required.includes(key),
      description: describe(member, components),
    };
    if (depth >= DEPTH_MAX) return [row];
    const { of, mark } = partOf(member, components);
    return [row, ...membersOf(of, { components, prefix: `${name}${mark}.`, depth: depth + 1 })];
  });
}

/** Returns the object inside a member: itself, the items of a list, or what it is if it is not null. */
function partOf(member: Json, components: Json): { of: Json; mark: string } {
  const schema = resolve(member, components);
  const [only, ...others] = variantsOf(schema, components).filter(({ type }) => type !== 'null');
  if (only !== undefined && others.length === 0) return partOf(only, components);
  if ([schema.type].flat().includes('array'))
    return { of: resolve((schema.items as Json | undefined) ?? {}, components), mark: '[]' };
  return { of: schema, mark: '' };
}

function typeOf(given: Json, components: Json): string {
  const schema = resolve(given, components);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const variants = variantsOf(schema, components);
  if (variants.length > 0) return [...new Set(variants.map((one) => typeOf(one, components)))].join(' or ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, components)).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items as Json | undefined) ?? {}, components)}`;
  if (typeof schema.format === 'string' && schema.type === 'string') return `${schema.type} (${schema.format})`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function describe(member: Json, components: Json): string {
  const schema = resolve(member, components);
  const said = [member, schema, ...variantsOf(schema, components)].find((one) => one.description !== undefined);
  const text = said === undefined ? '' : String(said.description);
  return schema.default === undefined ? text : `${text} Default: \`${JSON.stringify(schema.default)}\`.`.trim();
}

const variantsOf = ({ anyOf, oneOf }: Json, components: Json): Json[] =>
  ((anyOf ?? oneOf ?? []) as Json[]).map((one) => resolve(one, components));

function resolve(schema: Json, components: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref, ...rest } = schema;
  return { ...resolve(components[String($ref).split('/').at(-1)!] as Json, components), ...rest };
}
