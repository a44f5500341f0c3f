import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from './json-value.ts';
import { findKeywordProblems } from './keywords.ts';
import { findPatternProblem } from './patterns.ts';
import {
  childSchemas,
  createResolver,
  isSchema,
  type Resolve,
  referencesOf,
  SAME_VALUE,
  type Schema,
} from './walk-schema.ts';

// Users' schemas are untrusted input. An accepted schema can be checked against any value in bounded time.

const CHARACTERS_MAX = 256 * 1024;
/** Real schemas have fewer than ten levels of objects. Each is a few levels of schema. */
const DEPTH_MAX = 40;
const SCHEMAS_MAX = 5_000;
/** Limited because each pattern must be compiled. */
const PATTERNS_MAX = 200;

/** Returns the first few problems of a schema, as sentences for its author. */
export function findSchemaProblems(schema: unknown): string[] {
  if (!isSchema(schema)) return ['The schema must be a JSON object.'];
  const found = walk(schema);
  if (found.problems.length > 0) return found.problems.slice(0, 5);
  const validate = metaSchema();
  if (validate(schema)) return [];
  const [error] = validate.errors ?? [];
  return [`The schema is not valid: ${error?.instancePath || 'it'} ${error?.message ?? 'does not fit JSON Schema'}.`];
}

function walk(root: Schema): { problems: string[] } {
  const problems: string[] = [];
  const resolve = createResolver(root);
  let schemas = 0;
  let patterns = 0;
  // No recursion, because the sender decides how deep the nesting is.
  const stack: { schema: Schema; depth: number }[] = [{ schema: root, depth: 0 }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { schema, depth } = item;
    if (typeof schema === 'boolean') continue;
    schemas += 1;
    if (depth > DEPTH_MAX) return { problems: [`The schema is nested more than ${DEPTH_MAX} levels deep.`] };
    if (schemas > SCHEMAS_MAX) return { problems: [`The schema has more than ${SCHEMAS_MAX} parts.`] };
    const own = patternsOf(schema);
    patterns += own.length;
    if (patterns > PATTERNS_MAX) return { problems: [`The schema has more than ${PATTERNS_MAX} patterns.`] };
    problems.push(...lookAt(schema, own, resolve));
    for (const { keyword, child } of childSchemas(schema)) {
      if (isSchema(child)) stack.push({ schema: child, depth: depth + 1 });
      else problems.push(`'${keyword}' must be a schema.`);
    }
    if (problems.length > 10) return { problems };
  }
  if (problems.length > 0) return { problems };
  if (JSON.stringify(root).length > CHARACTERS_MAX) {
    return { problems: [`The schema is longer than ${CHARACTERS_MAX} characters.`] };
  }
  return {
    problems: hasEndlessReference(root, resolve)
      ? ["A '$ref' leads back to itself without looking into the value."]
      : [],
  };
}

const patternsOf = ({ pattern, patternProperties }: Record<string, unknown>): string[] => [
  ...(typeof pattern === 'string' ? [pattern] : []),
  ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
];

function lookAt(schema: Record<string, unknown>, patterns: string[], resolve: Resolve): string[] {
  const problems = findKeywordProblems(schema);
  for (const pattern of patterns) {
    const problem = findPatternProblem(pattern);
    if (problem !== undefined) problems.push(`The pattern '${cut(pattern)}' ${problem}.`);
  }
  for (const reference of referencesOf(schema)) {
    if (!reference.startsWith('#')) problems.push(`'$ref' ${cut(reference)} must refer to the same schema.`);
    else if (resolve(reference) === undefined) problems.push(`'$ref' ${cut(reference)} points to nothing.`);
  }
  return problems;
}

/** Finds a cycle of references that stay at the same value. Checking it would never end. */
function hasEndlessReference(root: Schema, resolve: Resolve): boolean {
  const done = new Set<Schema>();
  const trail = new Set<Schema>();
  const visit = (schema: Schema, depth: number): boolean => {
    if (typeof schema === 'boolean' || done.has(schema)) return false;
    if (trail.has(schema) || depth > SCHEMAS_MAX) return true;
    trail.add(schema);
    for (const reference of referencesOf(schema)) {
      const target = resolve(reference);
      if (target !== undefined && visit(target, depth + 1)) return true;
    }
    for (const { keyword, child } of childSchemas(schema)) {
      if (SAME_VALUE.has(keyword) && isSchema(child) && visit(child, depth + 1)) return true;
    }
    trail.delete(schema);
    done.add(schema);
    return false;
  };
  const stack: Schema[] = [root];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (visit(schema, 0)) return true;
    for (const { child } of childSchemas(schema)) if (isSchema(child)) stack.push(child);
  }
  return false;
}

let compiledMetaSchema: ReturnType<Ajv2020['compile']> | undefined;

function metaSchema() {
  compiledMetaSchema ??= new Ajv2020({ strict: false, validateFormats: false }).getSchema(
    'https://json-schema.org/draft/2020-12/schema',
  )!;
  return compiledMetaSchema;
}

const cut = (text: string): string => (text.length > 60 ? `${[...text.slice(0, 60)].slice(0, 57).join('')}…` : text);
