import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { JsonError, parseUntrustedJson } from '#platform/json.ts';

/**
 * Returns the problems of an agent's `output_schema`: an object, JSON text, or a text with placeholders, which can be
 * checked only when the job runs.
 */
export function findOutputSchemaProblems(stored: unknown, key = 'output_schema'): string[] {
  if (stored === undefined || stored === null || stored === '') return [];
  let schema: unknown = stored;
  if (typeof stored === 'string') {
    try {
      schema = parseUntrustedJson(stored);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return /\$(\{|[A-Za-z_])/.test(stored) ? [] : [`'${key}' is not JSON: ${error.message}`];
    }
  }
  return findSchemaProblems(schema).map((problem) => `'${key}': ${problem}`);
}
