import { isJsonObject } from './json-value.ts';

// Finds the schemas inside a JSON Schema. Everything that inspects users' schemas uses this module.

/** A JSON Schema (2020-12) in its object form. */
export type JsonSchema = Record<string, unknown>;
export type Schema = JsonSchema | boolean;

/** Keywords that contain one schema. */
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

/** Keywords whose schemas apply to the same value as their parent. */
export const SAME_VALUE = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);

export const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || isJsonObject(value);

/** Yields the direct child schemas, each with its keyword. */
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
  // `dependencies` is from an older draft. Each member is a schema or a list of names.
  const { dependencies } = schema;
  if (!isJsonObject(dependencies)) return;
  for (const child of Object.values(dependencies)) if (!Array.isArray(child)) yield { keyword: 'dependencies', child };
}

export type Resolve = (reference: string) => Schema | undefined;

/**
 * Resolves local references (`#`, `#/$defs/a`, `#name`). Returns undefined if there is no target. Results are cached,
 * because a schema may have thousands of references.
 */
export function createResolver(root: Schema): Resolve {
  const known = new Map<string, Schema | undefined>();
  let anchors: Map<string, Schema> | undefined;
  return (reference) => {
    if (known.has(reference)) return known.get(reference);
    const fragment = readFragment(reference);
    let found: Schema | undefined;
    if (fragment === '' || fragment?.startsWith('/')) found = followPointer(root, fragment);
    else if (fragment !== undefined) {
      anchors ??= findAnchors(root);
      found = anchors.get(fragment);
    }
    known.set(reference, found);
    return found;
  };
}

function readFragment(reference: string): string | undefined {
  if (!reference.startsWith('#')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}

function followPointer(root: Schema, pointer: string): Schema | undefined {
  let at: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return isSchema(at) ? at : undefined;
}

function findAnchors(root: Schema): Map<string, Schema> {
  const anchors = new Map<string, Schema>();
  const stack: unknown[] = [root];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (!isJsonObject(schema)) continue;
    for (const name of [schema.$anchor, schema.$dynamicAnchor]) if (typeof name === 'string') anchors.set(name, schema);
    for (const { child } of childSchemas(schema)) stack.push(child);
  }
  return anchors;
}

/** Returns the references of one schema object. */
export function referencesOf(schema: Record<string, unknown>): string[] {
  return [schema.$ref, schema.$dynamicRef].filter((reference) => typeof reference === 'string');
}
