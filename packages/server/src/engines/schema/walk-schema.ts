import { isJsonObject } from '#platform/json.ts';

// Where a JSON Schema holds further schemas. Everything that looks into schemas of users goes through here.

export type Schema = Record<string, unknown> | boolean;

/** Keywords that hold one schema. */
const ONE = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAP = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/** Keywords whose schemas look at the same value as the schema that holds them. */
export const SAME_VALUE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

export const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || isJsonObject(value);

/** The schemas directly inside, each with the keyword that holds it. */
export function* childSchemas(schema: Schema): Generator<{ keyword: string; child: unknown }> {
  if (typeof schema === 'boolean') return;
  for (const keyword of ONE) if (schema[keyword] !== undefined) yield { keyword, child: schema[keyword] };
  for (const keyword of LIST) {
    const list = schema[keyword];
    if (Array.isArray(list)) for (const child of list) yield { keyword, child };
  }
  for (const keyword of MAP) {
    const map = schema[keyword];
    if (isJsonObject(map)) for (const child of Object.values(map)) yield { keyword, child };
  }
}

/** What a local reference (`#`, `#/$defs/a`, `#name`) points to; undefined when there is nothing. */
export function findReferenced(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let fragment: string;
  try {
    fragment = decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
  if (fragment !== '' && !fragment.startsWith('/')) return findAnchor(root, fragment);
  let at: unknown = root;
  for (const part of fragment.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return isSchema(at) ? at : undefined;
}

function findAnchor(root: Schema, name: string): Schema | undefined {
  const stack: unknown[] = [root];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (!isJsonObject(schema)) continue;
    if (schema.$anchor === name || schema.$dynamicAnchor === name) return schema;
    for (const { child } of childSchemas(schema)) stack.push(child);
  }
  return undefined;
}

/** The references of one schema object. */
export function referencesOf(schema: Record<string, unknown>): string[] {
  return [schema.$ref, schema.$dynamicRef].filter((reference) => typeof reference === 'string');
}
