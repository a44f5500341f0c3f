import type { AgentVersion, InputDefinition } from '@errand/sdk';

// Compares two versions by meaning instead of by line. A change is breaking if working callers may fail: an input that
// they do not send, or an output member that they read and no longer find.

export type Change = {
  area: 'Inputs' | 'Output schema' | 'Configuration';
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
  breaking: boolean;
};

type Comparable = Pick<AgentVersion, 'input_definitions' | 'engine_config'>;

export function compareVersions(from: Comparable, to: Comparable): Change[] {
  return [
    ...compareInputs(from.input_definitions, to.input_definitions),
    ...compareSchemas(readSchema(from.engine_config.output_schema), readSchema(to.engine_config.output_schema), ''),
    ...compareConfig(withoutSchema(from.engine_config), withoutSchema(to.engine_config), ''),
  ];
}

function compareInputs(from: readonly InputDefinition[], to: readonly InputDefinition[]): Change[] {
  const area = 'Inputs';
  const before = new Map(from.map((one) => [one.key, one]));
  const after = new Map(to.map((one) => [one.key, one]));
  const changes: Change[] = [];
  for (const [key, one] of before) {
    const other = after.get(key);
    if (!other) changes.push({ area, path: key, kind: 'removed', before: one, breaking: false });
    else if (!isEqual(normal(one), normal(other))) {
      const breaking = one.data_type !== other.data_type || (one.required === false && other.required !== false);
      changes.push({ area, path: key, kind: 'changed', before: normal(one), after: normal(other), breaking });
    }
  }
  for (const [key, one] of after) {
    if (!before.has(key))
      changes.push({ area, path: key, kind: 'added', after: one, breaking: one.required !== false });
  }
  return changes;
}

const normal = ({ required, accepts_multiple_files, ...rest }: InputDefinition) => ({
  ...rest,
  required: required !== false,
  accepts_multiple_files: accepts_multiple_files === true,
});

type Schema = Record<string, unknown>;

export function readSchema(given: unknown): Schema | undefined {
  if (typeof given !== 'string') return isObject(given) ? given : undefined;
  try {
    const parsed: unknown = JSON.parse(given);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function compareSchemas(from: Schema | undefined, to: Schema | undefined, path: string): Change[] {
  const area = 'Output schema';
  if (!from && !to) return [];
  const name = path || '(all of it)';
  if (!from) return [{ area, path: name, kind: 'added', after: to, breaking: path === '' }];
  if (!to) return [{ area, path: name, kind: 'removed', before: from, breaking: true }];
  if (!isEqual(from.type, to.type)) {
    return [{ area, path: name, kind: 'changed', before: from.type, after: to.type, breaking: true }];
  }
  const changes: Change[] = [];
  const members = (schema: Schema) => (isObject(schema.properties) ? schema.properties : {}) as Record<string, Schema>;
  const [before, after] = [members(from), members(to)];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    changes.push(...compareSchemas(ownMember(before, key), ownMember(after, key), path ? `${path}.${key}` : key));
  }
  if (isObject(from.items) || isObject(to.items)) {
    changes.push(...compareSchemas(from.items as Schema, to.items as Schema, `${path}[]`));
  }
  const rest = ({ properties: _p, items: _i, type: _t, ...others }: Schema) => others;
  if (!isEqual(rest(from), rest(to))) {
    const lost = asTexts(from.required).filter((one) => !asTexts(to.required).includes(one));
    changes.push({ area, path: name, kind: 'changed', before: rest(from), after: rest(to), breaking: lost.length > 0 });
  }
  return changes;
}

function compareConfig(from: Schema, to: Schema, path: string): Change[] {
  const area = 'Configuration';
  const changes: Change[] = [];
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [before, after] = [ownMember(from, key), ownMember(to, key)];
    const name = path ? `${path}.${key}` : key;
    if (isEqual(before, after)) continue;
    if (isObject(before) && isObject(after)) changes.push(...compareConfig(before, after, name));
    else {
      const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
      changes.push({ area, path: name, kind, before, after, breaking: false });
    }
  }
  return changes;
}

const withoutSchema = ({ output_schema: given, ...rest }: Schema): Schema =>
  given === undefined || readSchema(given) ? rest : { ...rest, output_schema: given };

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ignores inherited members, because a member may be called `constructor`. */
const ownMember = <T>(members: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(members, key) ? members[key] : undefined;

const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Compares values. The order of members does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isEqual(one, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}
