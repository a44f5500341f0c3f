import { formatProblem } from './formats.ts';
import { isJsonObject, isLongInteger } from './json-value.ts';
import { matchesPattern } from './patterns.ts';
import { createResolver, isSchema, type Resolve, type Schema } from './walk-schema.ts';

// Checks a value against an untrusted JSON Schema (2020-12). It interprets the schema instead of compiling it and
// counts its steps, so that no schema can keep the process busy: nested alternatives double with every level, and a
// compiled check would try them all.

/** Takes a few hundred milliseconds. An ordinary model answer needs a few hundred steps. */
const LOOKS_MAX = 200_000;
const PROBLEMS_MAX = 20;

export type ValueProblem = {
  /** Such as `items[2].price`. Empty for the value itself. */ path: string;
  message: string;
};

/** Returns what does not fit, or an empty list. The schema must have passed `findSchemaProblems`. */
export function findValueProblems(schema: Schema, value: unknown): ValueProblem[] {
  const check: Check = { resolve: createResolver(schema), looks: 0, problems: [] };
  try {
    visit(check, schema, value, '');
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return [{ path: '', message: 'takes too long to check against the schema' }];
  }
  return check.problems;
}

export const describeProblem = ({ path, message }: ValueProblem): string =>
  path === '' ? `The answer ${message}` : `'${path}' ${message}`;

class TooMuch extends Error {}

type Check = { resolve: Resolve; looks: number; problems: ValueProblem[] };
/** Evaluated members and items, for the unevaluated… keywords. */
type Seen = { members: Set<string>; items: number; itemSet: Set<number> };

const nothingSeen = (): Seen => ({ members: new Set(), items: 0, itemSet: new Set() });

function visit(check: Check, schema: Schema, value: unknown, path: string): Seen {
  check.looks += 1;
  if (check.looks > LOOKS_MAX) throw new TooMuch();
  const seen = nothingSeen();
  if (schema === true) return seen;
  if (schema === false) {
    report(check, path, 'is not allowed');
    return seen;
  }
  checkAnyType(check, schema, value, path);
  if (typeof value === 'number' || isLongInteger(value)) checkNumber(check, schema, Number(plain(value)), path);
  else if (typeof value === 'string') checkText(check, schema, value, path);
  else if (Array.isArray(value)) checkList(check, schema, value, path, seen);
  else if (isJsonObject(value)) checkObject(check, schema, value, path, seen);
  checkCombined(check, schema, value, path, seen);
  checkUnevaluated(check, schema, value, path, seen);
  return seen;
}

function report(check: Check, path: string, message: string): void {
  if (check.problems.length < PROBLEMS_MAX) check.problems.push({ path, message });
}

/** Checks without recording problems. Returns what was evaluated if the value fits. */
function attempt(check: Check, schema: Schema, value: unknown, path: string): Seen | undefined {
  const inner: Check = { resolve: check.resolve, looks: check.looks, problems: [] };
  const seen = visit(inner, schema, value, path);
  check.looks = inner.looks;
  return inner.problems.length === 0 ? seen : undefined;
}

function add(seen: Seen, other: Seen): void {
  for (const member of other.members) seen.members.add(member);
  for (const item of other.itemSet) seen.itemSet.add(item);
  seen.items = Math.max(seen.items, other.items);
}

function checkAnyType(check: Check, schema: Record<string, unknown>, value: unknown, path: string): void {
  const isNull = value === null && schema.nullable === true;
  if (schema.type !== undefined && !isNull) {
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    if (!types.some((type) => isOfType(value, String(type)))) {
      report(check, path, `must be of type ${types.join(' or ')}, but is ${typeOf(value)}`);
    }
  }
  if (Array.isArray(schema.enum) && !isNull && !isOneOf(check, schema.enum, value)) {
    const allowed = schema.enum.slice(0, 10).map((one) => JSON.stringify(one));
    report(check, path, `must be one of ${allowed.join(', ')}${schema.enum.length > 10 ? ', …' : ''}`);
  }
  if (Object.hasOwn(schema, 'const') && !isOneOf(check, [schema.const], value)) {
    report(check, path, `must be ${JSON.stringify(schema.const)?.slice(0, 100)}`);
  }
}

function checkNumber(check: Check, schema: Record<string, unknown>, value: number, path: string): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<string, number>;
  if (value < minimum!) report(check, path, `must be at least ${minimum}`);
  if (value > maximum!) report(check, path, `must be at most ${maximum}`);
  if (value <= exclusiveMinimum!) report(check, path, `must be more than ${exclusiveMinimum}`);
  if (value >= exclusiveMaximum!) report(check, path, `must be less than ${exclusiveMaximum}`);
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const quotient = value / multipleOf;
    // 0.3 is a multiple of 0.1, but not in binary.
    if (Math.abs(quotient - Math.round(quotient)) > 1e-9 * Math.max(1, Math.abs(quotient)))
      report(check, path, `must be a multiple of ${multipleOf}`);
  }
}

function checkText(check: Check, schema: Record<string, unknown>, value: string, path: string): void {
  const { minLength, maxLength } = schema as Record<string, number>;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = [...value].length;
    if (length < minLength!) report(check, path, `must have at least ${minLength} characters`);
    if (length > maxLength!) report(check, path, `must have at most ${maxLength} characters`);
  }
  if (typeof schema.pattern === 'string') {
    // A linear match is cheap per character, but not free.
    check.looks += Math.ceil((value.length * schema.pattern.length) / 1_000);
    if (!matchesPattern(schema.pattern, value)) report(check, path, `must match the pattern ${schema.pattern}`);
  }
  if (typeof schema.format === 'string') {
    const problem = formatProblem(schema.format, value);
    if (problem !== undefined) report(check, path, problem);
  }
}

function checkList(check: Check, schema: Record<string, unknown>, list: unknown[], path: string, seen: Seen): void {
  const { minItems, maxItems, minContains = 1, maxContains } = schema as Record<string, number>;
  if (list.length < minItems!) report(check, path, `must have at least ${minItems} items`);
  if (list.length > maxItems!) report(check, path, `must have at most ${maxItems} items`);
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  for (const [index, item] of list.entries()) {
    const own = index < prefix.length ? prefix[index] : schema.items;
    if (isSchema(own)) visit(check, own, item, `${path}[${index}]`);
  }
  seen.items = isSchema(schema.items) ? list.length : Math.min(prefix.length, list.length);
  if (isSchema(schema.contains)) {
    const { contains } = schema;
    const fitting = list.flatMap((item, index) => (attempt(check, contains, item, path) ? [index] : []));
    for (const index of fitting) seen.itemSet.add(index);
    if (fitting.length < minContains) report(check, path, 'does not contain enough items that match contains');
    if (fitting.length > maxContains!) report(check, path, 'contains too many items that match contains');
  }
  if (schema.uniqueItems === true) {
    const texts = new Set(list.map(canonical));
    check.looks += list.length;
    if (texts.size < list.length) report(check, path, 'must not have duplicate items');
  }
}

function checkObject(
  check: Check,
  schema: Record<string, unknown>,
  value: Record<string, unknown>,
  path: string,
  seen: Seen,
): void {
  const { minProperties, maxProperties } = schema as Record<string, number>;
  const names = Object.keys(value);
  if (names.length < minProperties!) report(check, path, `must have at least ${minProperties} members`);
  if (names.length > maxProperties!) report(check, path, `must have at most ${maxProperties} members`);
  for (const name of texts(schema.required)) {
    if (!Object.hasOwn(value, name)) report(check, member(path, name), 'is missing');
  }
  // `dependencies` of older drafts holds lists of names and schemas side by side.
  for (const [name, needed] of [...entries(schema.dependentRequired), ...entries(schema.dependencies)]) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of texts(needed))
      if (!Object.hasOwn(value, other)) report(check, member(path, other), 'is missing');
  }
  const patterns = entries(schema.patternProperties);
  for (const name of names) {
    if (isSchema(schema.propertyNames)) visit(check, schema.propertyNames, name, member(path, name));
    const fitting: unknown[] = [];
    if (isJsonObject(schema.properties) && Object.hasOwn(schema.properties, name))
      fitting.push(schema.properties[name]);
    for (const [pattern, own] of patterns) {
      check.looks += Math.ceil((name.length * pattern.length) / 1_000);
      if (matchesPattern(pattern, name)) fitting.push(own);
    }
    if (fitting.length === 0 && schema.additionalProperties !== undefined) {
      if (schema.additionalProperties === false) report(check, member(path, name), 'is not a member of the schema');
      else fitting.push(schema.additionalProperties);
    }
    if (fitting.length > 0 || schema.additionalProperties !== undefined) seen.members.add(name);
    for (const own of fitting) if (isSchema(own)) visit(check, own, value[name], member(path, name));
  }
}

function checkCombined(check: Check, schema: Record<string, unknown>, value: unknown, path: string, seen: Seen): void {
  for (const reference of [schema.$ref, schema.$dynamicRef]) {
    if (typeof reference !== 'string') continue;
    const target = check.resolve(reference);
    if (target === undefined) report(check, path, `cannot be checked: ${reference} points to nothing`);
    else add(seen, visit(check, target, value, path));
  }
  for (const part of schemas(schema.allOf)) add(seen, visit(check, part, value, path));
  if (Array.isArray(schema.anyOf)) {
    const fitting = schemas(schema.anyOf).flatMap((part) => attempt(check, part, value, path) ?? []);
    if (fitting.length === 0) report(check, path, 'fits none of the alternatives');
    for (const one of fitting) add(seen, one);
  }
  if (Array.isArray(schema.oneOf)) {
    const fitting = schemas(schema.oneOf).flatMap((part) => attempt(check, part, value, path) ?? []);
    if (fitting.length !== 1) {
      report(check, path, fitting.length === 0 ? 'fits none of the alternatives' : 'fits more than one alternative');
    } else add(seen, fitting[0]!);
  }
  if (isSchema(schema.not) && attempt(check, schema.not, value, path))
    report(check, path, 'must not match the schema in not');
  if (isSchema(schema.if)) {
    const fits = attempt(check, schema.if, value, path);
    if (fits) add(seen, fits);
    const next = fits ? schema.then : schema.else;
    if (isSchema(next)) add(seen, visit(check, next, value, path));
  }
  if (isJsonObject(value)) {
    for (const [name, part] of [...entries(schema.dependentSchemas), ...entries(schema.dependencies)]) {
      if (Object.hasOwn(value, name) && isSchema(part)) add(seen, visit(check, part, value, path));
    }
  }
}

function checkUnevaluated(
  check: Check,
  schema: Record<string, unknown>,
  value: unknown,
  path: string,
  seen: Seen,
): void {
  if (isSchema(schema.unevaluatedProperties) && isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      if (seen.members.has(name)) continue;
      seen.members.add(name);
      visit(check, schema.unevaluatedProperties, value[name], member(path, name));
    }
  }
  if (isSchema(schema.unevaluatedItems) && Array.isArray(value)) {
    for (let index = seen.items; index < value.length; index += 1) {
      if (!seen.itemSet.has(index)) visit(check, schema.unevaluatedItems, value[index], `${path}[${index}]`);
    }
    seen.items = value.length;
  }
}

function isOfType(value: unknown, type: string): boolean {
  const actual = typeOf(value);
  return actual === type || (type === 'number' && actual === 'integer');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isLongInteger(value)) return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

const plain = (value: unknown): unknown => (isLongInteger(value) ? value.rawJSON : value);

/** Compares as text, so that the value is serialized only once. */
function isOneOf(check: Check, allowed: unknown[], value: unknown): boolean {
  check.looks += allowed.length;
  if (typeof value !== 'object' || value === null) return allowed.includes(value);
  const text = canonical(value);
  return allowed.some((one) => typeof one === 'object' && one !== null && canonical(one) === text);
}

/** Returns the same text for equal values, whatever the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

const member = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`).slice(0, 500);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const schemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const entries = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);
