import { isJsonObject } from '#platform/json.ts';
import type { JsonSchema } from '../engine/model-call.ts';

/** Keywords that require a value. */
const DEMANDS = new Set(['required', 'minItems', 'minLength', 'minProperties', 'dependentRequired', 'minContains']);
/** Their members are names of properties or definitions, not keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Their values are data. */
const DATA = new Set(['enum', 'const', 'default', 'examples']);

/** Returns the schema for a part of a document, where any value may be missing. */
export function withoutDemands(schema: JsonSchema): JsonSchema {
  return relax(schema) as JsonSchema;
}

function relax(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relax);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DEMANDS.has(keyword))
      .map(([keyword, value]) => {
        if (DATA.has(keyword)) return [keyword, value];
        if (NAMED.has(keyword) && isJsonObject(value))
          return [keyword, Object.fromEntries(Object.entries(value).map(([name, own]) => [name, relax(own)]))];
        return [keyword, relax(value)];
      }),
  );
}
