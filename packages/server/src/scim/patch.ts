import { invalid } from './errors.ts';
import type { Filter } from './filter.ts';
import { matches } from './matches.ts';
import { type Path, parsePath } from './path.ts';

// Applies PATCH (RFC 7644, 3.5.2) to a resource as plain JSON. Accepts what directories really send: `Add` in any case,
// no path with an object of dotted names, "False" for false, and `remove` of members named by a value.

export type Resource = Record<string, unknown>;
type Operation = { op: 'add' | 'replace' | 'remove'; path: Path | undefined; value: unknown };

/** Far more than any directory sends at once. */
const OPERATIONS_MAX = 1_000;
/** Set by the service, but directories send them back. */
const READ_ONLY = new Set(['id', 'meta', 'groups', 'schemas', 'password']);
const LISTS = new Set(['emails', 'phoneNumbers', 'addresses', 'members', 'roles', 'entitlements', 'ims', 'photos']);

export function applyPatch(resource: Resource, body: Resource): Resource {
  const changed = structuredClone(resource);
  for (const operation of readOperations(body)) {
    if (operation.path !== undefined) applyAt(changed, operation, operation.path);
    else applyObject(changed, operation);
  }
  return changed;
}

function readOperations(body: Resource): Operation[] {
  const given = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(given) || given.length === 0)
    throw invalid('Operations is required and must be a list with at least one item.', 'invalidSyntax');
  if (given.length > OPERATIONS_MAX) throw invalid(`Operations may have at most ${OPERATIONS_MAX} items.`, 'tooMany');
  return given.map((one: unknown) => {
    const { op, path, value } = Object(one) as { op?: unknown; path?: unknown; value?: unknown };
    const word = typeof op === 'string' ? op.toLowerCase() : '';
    if (word !== 'add' && word !== 'replace' && word !== 'remove')
      throw invalid(`op is ${String(op).slice(0, 50)}, but must be add, replace or remove.`, 'invalidSyntax');
    const hasPath = typeof path === 'string' && path.trim() !== '';
    if (!hasPath && word === 'remove') throw invalid('path is required for remove.', 'noTarget');
    return { op: word, path: hasPath ? parsePath(path) : undefined, value };
  });
}

function applyObject(resource: Resource, { op, value }: Operation): void {
  if (!isObject(value)) throw invalid('Without a path, value must be an object.');
  for (const [name, member] of Object.entries(value)) {
    // A whole extension, under the name of its schema.
    if (/^urn:/i.test(name) && isObject(member)) {
      const path = (key: string): Path => ({ schema: name, attribute: key, filter: undefined, member: undefined });
      for (const [key, inner] of Object.entries(member))
        applyAt(resource, { op, path: undefined, value: inner }, path(key));
    } else applyAt(resource, { op, path: undefined, value: member }, parsePath(name));
  }
}

function applyAt(resource: Resource, operation: Operation, path: Path): void {
  const { schema, attribute, filter, member } = path;
  if (schema === undefined && READ_ONLY.has(attribute)) return;
  const holder = schema === undefined ? resource : part(resource, schema);
  if (filter !== undefined) applyToElements(holder, operation, { attribute, filter, member });
  else if (member === undefined) setMember(holder, attribute, operation);
  else if (LISTS.has(attribute)) applyToEach(holder, operation, attribute, member);
  else setMember(part(holder, attribute), member, operation);
}

function setMember(holder: Resource, name: string, { op, value }: Operation): void {
  const before = holder[name];
  if (op === 'remove') {
    // A value names what to remove from the list. Without one, the whole list is removed.
    const list = Array.isArray(before) && value !== undefined && value !== null ? before : undefined;
    if (list === undefined) delete holder[name];
    else holder[name] = list.filter((one) => !asList(value).some((other) => isSame(one, other)));
    return;
  }
  if (Array.isArray(before) || LISTS.has(name)) {
    const given = asList(value).map(asElement);
    holder[name] = op === 'add' ? union(asList(before ?? []), given) : given;
  } else if (isObject(before) && isObject(value)) holder[name] = { ...before, ...value };
  else holder[name] = value;
}

type Elements = { attribute: string; filter: Filter; member: string | undefined };

function applyToElements(holder: Resource, { op, value }: Operation, { attribute, filter, member }: Elements): void {
  const before = asList(holder[attribute] ?? []);
  const isMeant = (one: unknown): boolean => isObject(one) && matches(filter, one);
  if (op === 'remove') {
    holder[attribute] = before.flatMap((one) => {
      if (!isMeant(one)) return [one];
      if (member === undefined) return [];
      const { [member]: _gone, ...rest } = one as Resource;
      return [rest];
    });
    return;
  }
  const change = member === undefined ? (isObject(value) ? value : { value }) : { [member]: value };
  if (before.some(isMeant)) {
    holder[attribute] = before.map((one) => (isMeant(one) ? { ...(one as Resource), ...change } : one));
    return;
  }
  // Directories replace elements that do not exist yet, so the element is created as the filter describes it.
  if (filter.kind !== 'compare' || filter.operator !== 'eq')
    throw invalid('No element matches the filter of the path.', 'noTarget');
  holder[attribute] = [...before, { [filter.path]: filter.value, ...change }];
}

/** Applies a path such as `emails.value` to each element. */
function applyToEach(holder: Resource, { op, value }: Operation, attribute: string, member: string): void {
  const before = asList(holder[attribute] ?? []).filter(isObject);
  if (before.length === 0 && op !== 'remove') holder[attribute] = [{ [member]: value }];
  else
    holder[attribute] = before.map((one) => {
      const { [member]: _before, ...rest } = one;
      return op === 'remove' ? rest : { ...rest, [member]: value };
    });
}

function part(holder: Resource, name: string): Resource {
  const found = holder[name];
  if (isObject(found)) return found;
  const made: Resource = {};
  holder[name] = made;
  return made;
}

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const asElement = (value: unknown): unknown => (isObject(value) ? value : { value });
const keyOf = (one: unknown): unknown => (isObject(one) ? one.value : one);
const isSame = (one: unknown, other: unknown): boolean => keyOf(one) !== undefined && keyOf(one) === keyOf(other);

/** Merges by value with a map, because groups have thousands of members. */
function union(before: unknown[], given: unknown[]): unknown[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  for (const one of given) known.set(keyOf(one), { ...Object(known.get(keyOf(one))), ...Object(one) });
  return [...known.values()];
}
