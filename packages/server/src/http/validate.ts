import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { checkText, JsonError } from '#platform/json.ts';
import { readJsonObject } from './body.ts';
import { toFields } from './field-errors.ts';

function createCompiler(options: { allErrors: boolean }): (schema: TSchema) => ValidateFunction {
  // Our own schemas are not validated: compiling the meta-schema takes longer than compiling all of them.
  const ajv = new Ajv2020({ ...options, strict: false, verbose: true, validateSchema: false });
  formats.default(ajv);
  // The library's format also accepts urn:uuid:…, which PostgreSQL refuses.
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('date-time', isMoment);
  const compiled = new WeakMap<TSchema, ValidateFunction>();
  return (schema) => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(schema);
      compiled.set(schema, validate);
    }
    return validate;
  };
}

/** The library's format also accepts leap seconds, which Date does not read, and the year 0, which PostgreSQL does not. */
function isMoment(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return isDateTime(text) && year >= 1 && year <= 9_999;
}

const { validate: isDateTime } = fullFormats['date-time'] as { validate: (text: string) => boolean };

const firstError = createCompiler({ allErrors: false });
const allErrors = createCompiler({ allErrors: true });

/** Returns the JSON body as the schema's type. Throws a 400 that maps each wrong field to its messages. */
export function readBody<T extends TSchema>(request: FastifyRequest, schema: T): Static<T> {
  return check(schema, readJsonObject(request));
}

export function check<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const first = firstError(schema);
  if (first(value)) return value as Static<T>;
  // A hostile value may have millions of errors. For a large value, the first one is reported.
  const validate = isSmall(value) ? allErrors(schema) : first;
  validate(value);
  throw invalidFields(toFields(validate.errors ?? []));
}

const SMALL_MEMBERS_MAX = 5_000;

function isSmall(value: unknown): boolean {
  const stack = [value];
  for (let members = 0; stack.length > 0; ) {
    const item = stack.pop();
    if (typeof item !== 'object' || item === null) continue;
    const children = Object.values(item);
    members += children.length;
    if (members > SMALL_MEMBERS_MAX) return false;
    stack.push(...children);
  }
  return true;
}

/** Returns query parameters as the schema's types. Booleans are true/false in any case or 1/0; empty means absent. */
export function readQuery<T extends TObject>(request: FastifyRequest, schema: T): Static<T> {
  const raw = request.query as Record<string, string | string[]>;
  const value: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = raw[name];
    if (given === undefined) continue;
    const { type, format } = property as { type?: string; format?: string };
    const last = Array.isArray(given) ? given[given.length - 1]! : given;
    for (const text of Array.isArray(given) ? given : [given]) checkParameter(name, text);
    if (type === 'array') value[name] = (Array.isArray(given) ? given : [given]).filter((text) => text !== '');
    else if (last === '') continue;
    else if (type === 'boolean') value[name] = toBoolean(last);
    else if (type === 'integer' || type === 'number') value[name] = /^-?\d+(\.\d+)?$/.test(last) ? Number(last) : last;
    else value[name] = format === 'date-time' ? toTimestamp(last, name.endsWith('_to')) : last;
  }
  return check(schema, value);
}

function checkParameter(name: string, text: string): void {
  try {
    checkText(text);
  } catch (error) {
    if (error instanceof JsonError) throw invalidFields({ [name]: [error.message] });
    throw error;
  }
}

/**
 * Fills in the parts that timestamps often lack: a missing zone is UTC, a missing time is the first or last moment of
 * the day. A plus sign that was not encoded arrives as a space.
 */
export function toTimestamp(text: string, isUpperBound: boolean): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}${isUpperBound ? 'T23:59:59.999Z' : 'T00:00:00Z'}`;
  const [, day, time, seconds = ':00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?((?:[+ -]\d\d:\d\d)|[Zz])?$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}${seconds}${zone.replace(' ', '+')}`;
}

export function toBoolean(text: string): boolean | string {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === '1') return true;
  if (lower === 'false' || lower === '0') return false;
  return text;
}
