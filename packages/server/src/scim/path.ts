import { invalid } from './errors.ts';
import { type Filter, parseFilter } from './filter.ts';

// Paths of PATCH (RFC 7644, 3.5.2): `active`, `name.givenName`, `members[value eq "x"]`, `emails[type eq
// "work"].value`, each with or without the schema before it.

export type Path = {
  schema: string | undefined;
  attribute: string;
  filter: Filter | undefined;
  member: string | undefined;
};

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
const FORM = /^([\w$-]+)(?:\[(.+)\])?(?:\.([\w$-]+))?$/s;

export function parsePath(text: string): Path {
  const { schema, rest } = splitSchema(text.trim());
  const match = FORM.exec(rest);
  if (match === null || text.length > 2_000)
    throw invalid(`The path ${text.slice(0, 100)} is not valid.`, 'invalidPath');
  const [, attribute, filter, member] = match;
  return {
    schema,
    attribute: schema === undefined ? canonical(attribute!) : attribute!,
    filter: filter === undefined ? undefined : parseFilter(filter),
    member,
  };
}

function splitSchema(text: string): { schema: string | undefined; rest: string } {
  if (CORE.test(text)) return { schema: undefined, rest: text.replace(CORE, '') };
  if (!/^urn:/i.test(text)) return { schema: undefined, rest: text };
  const head = text.split('[', 1)[0]!;
  const at = head.lastIndexOf(':');
  const schema = text.slice(0, at);
  return { schema: schema.toLowerCase() === ENTERPRISE.toLowerCase() ? ENTERPRISE : schema, rest: text.slice(at + 1) };
}

const NAMES = [
  'id',
  'externalId',
  'userName',
  'name',
  'displayName',
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'active',
  'password',
  'emails',
  'phoneNumbers',
  'addresses',
  'groups',
  'members',
  'meta',
  'schemas',
];
const BY_LOWER = new Map(NAMES.map((name) => [name.toLowerCase(), name]));

/** Returns the name as the RFC spells it. Attribute names are case-insensitive (RFC 7643, 2.1). */
export const canonical = (name: string): string => BY_LOWER.get(name.toLowerCase()) ?? name;
