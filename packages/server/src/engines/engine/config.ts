import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TObject, TSchema } from 'typebox';
import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import { EngineFailure } from './engine.ts';

// Engine schemas are part of the program and trusted. Validating them would take longer than the rest of a job.
const ajv = new Ajv2020({ strict: false, validateSchema: false });
formats.default(ajv);

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Converts a configuration with filled placeholders to the types of the engine's schema: text that reads as the wanted
 * number, boolean or JSON is converted. Unknown keys are kept. A value that does not fit ends the job.
 */
export function readEngineConfig(schema: TObject, rendered: Record<string, unknown>): Record<string, unknown> {
  const config: Record<string, unknown> = { ...rendered };
  const required = new Set<string>(schema.required ?? []);
  for (const [key, property] of Object.entries(schema.properties) as [string, TSchema][]) {
    const value = Object.hasOwn(rendered, key) ? rendered[key] : undefined;
    if (isAbsent(value, property)) {
      if (required.has(key))
        throw new EngineFailure(`Configuration '${key}' is required.`, { code: 'errand.config.missing' });
      delete config[key];
      const { default: fallback } = property as { default?: unknown };
      if (fallback !== undefined) config[key] = structuredClone(fallback);
    } else {
      config[key] = readValue(key, property, value);
    }
  }
  return config;
}

/**
 * Returns the problems that are known before any run: values without placeholders that do not fit. The job reports
 * missing required values.
 */
export function findConfigProblems(schema: TObject, config: Record<string, unknown>): string[] {
  const problems: string[] = [];
  for (const [key, property] of Object.entries(schema.properties) as [string, TSchema][]) {
    const value = Object.hasOwn(config, key) ? config[key] : undefined;
    if (isAbsent(value, property) || mayHoldPlaceholder(value)) continue;
    try {
      readValue(key, property, value);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      problems.push(error.message);
    }
  }
  return problems;
}

/** Returns a warning if a stored configuration has none of these keys, although one is required. */
export function needOneOf(config: Record<string, unknown>, ...keys: string[]): string[] {
  const isThere = keys.some((key) => config[key] !== undefined && config[key] !== null && config[key] !== '');
  const named = keys.map((key) => `'${key}'`).join(' or ');
  return isThere ? [] : [`Configuration ${named} is required. Jobs fail without it.`];
}

export const mayHoldPlaceholder = (value: unknown): boolean => /\$[{A-Za-z_]/.test(JSON.stringify(value));

/** Whether a value is missing: null, or the empty text of an optional input where the engine expects another type. */
export function isAbsent(value: unknown, property: TSchema): boolean {
  if (value === undefined || value === null) return true;
  return value === '' && !validator(property)(value);
}

function readValue(key: string, property: TSchema, value: unknown): unknown {
  const validate = validator(property);
  if (validate(value)) return value;
  const problem = describe(validate.errors?.[0]);
  if (typeof value === 'string') {
    for (const candidate of readings(value)) if (validate(candidate)) return candidate;
  }
  // Never repeat a secret, not even an invalid one.
  const shown = (property as { writeOnly?: unknown }).writeOnly === true ? '' : `, but is ${excerpt(value)}`;
  throw new EngineFailure(`Configuration '${key}' ${problem}${shown}.`, { code: 'errand.config.invalid' });
}

/** Yields the values that a text may stand for, the narrowest type first. */
function* readings(text: string): Generator<unknown> {
  const trimmed = text.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) yield Number(trimmed);
  if (/^(true|false)$/i.test(trimmed)) yield trimmed.toLowerCase() === 'true';
  try {
    yield parseUntrustedJson(trimmed);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
}

function validator(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'is not valid';
  if (error.keyword === 'enum') return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
  return error.instancePath === '' ? (error.message ?? 'is not valid') : `${error.instancePath} ${error.message}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${[...text.slice(0, 60)].slice(0, 57).join('')}…` : text;
}
