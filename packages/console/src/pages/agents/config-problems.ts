import type { JsonObject } from '@errand/sdk';
import { isTemplate } from './config-values.ts';
import { isSchema, type Schema } from './schema-model.ts';

// What is wrong with a configuration, by key, so that each field tells it. The server checks again.

export type KeyProblems = Record<string, string>;

/** Finds what the server would refuse, and required keys that are empty. */
export function findConfigProblems(configSchema: Schema, config: JsonObject): KeyProblems {
  const properties = isSchema(configSchema.properties) ? (configSchema.properties as Record<string, Schema>) : {};
  const required = Array.isArray(configSchema.required) ? configSchema.required.map(String) : [];
  const problems: KeyProblems = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = config[name];
    const isMissing = value === undefined || value === null || value === '';
    const problem = isMissing ? (required.includes(name) ? 'Required.' : undefined) : checkValue(schema, value);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

/** Checks one value. Text with placeholders is filled when a job runs, so it is not checked. */
export function checkValue(schema: Schema, value: unknown): string | undefined {
  if (isTemplate(value)) return undefined;
  const { type } = schema;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => String(one) === String(value)))
    return `Choose one of ${schema.enum.map(String).join(', ')}.`;
  if (type === 'number' || type === 'integer') return checkNumber(schema, value);
  if (type === 'string' && typeof value === 'string') {
    const least = Number(schema.minLength ?? 0);
    if (value.length < least) return `At least ${least} characters.`;
  }
  if (type === 'object' && isSchema(schema.properties) && isSchema(value)) {
    for (const [name, member] of Object.entries(schema.properties as Record<string, Schema>)) {
      const problem = value[name] === undefined ? undefined : checkValue(member, value[name]);
      if (problem !== undefined) return `${typeof member.title === 'string' ? member.title : name}: ${problem}`;
    }
  }
  return undefined;
}

function checkNumber({ type, minimum, maximum, exclusiveMinimum }: Schema, value: unknown): string | undefined {
  const number = typeof value === 'number' ? value : Number.NaN;
  if (Number.isNaN(number)) return 'Enter a number.';
  if (type === 'integer' && !Number.isInteger(number)) return 'Enter a whole number.';
  if (typeof exclusiveMinimum === 'number' && number <= exclusiveMinimum)
    return `Must be more than ${exclusiveMinimum}.`;
  const [least, most] = [minimum, maximum].map((one) => (typeof one === 'number' ? one : undefined));
  const isOutside = (least !== undefined && number < least) || (most !== undefined && number > most);
  if (!isOutside) return undefined;
  if (least === undefined) return `At most ${most}.`;
  return most === undefined ? `At least ${least}.` : `From ${least} to ${most}.`;
}

/** Sorts what the server said about a draft: by key of the configuration, about the inputs, and the rest. */
export function sortRefusal(
  fields: Record<string, string[]>,
  configSchema: Schema,
): { keys: KeyProblems; inputs: string[]; rest: string[] } {
  const properties = isSchema(configSchema.properties) ? configSchema.properties : {};
  const keys: KeyProblems = {};
  const rest: string[] = [];
  for (const message of fields.engine_config ?? []) {
    const key = [...message.matchAll(/'([^']+)'/g)].map((one) => one[1]!).find((one) => Object.hasOwn(properties, one));
    if (key === undefined) rest.push(message);
    else keys[key] = keys[key] === undefined ? message : `${keys[key]} ${message}`;
  }
  const { engine_config: _, input_definitions: inputs = [], ...others } = fields;
  rest.push(...Object.values(others).flat());
  return { keys, inputs, rest };
}
