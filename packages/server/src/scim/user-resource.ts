import { checkedEmail } from '#orgs/users.ts';
import { invalid } from './errors.ts';
import type { Resource } from './patch.ts';
import { canonical, ENTERPRISE } from './path.ts';
import type { NewScimUser, ScimUserRow } from './user-store.ts';

// Converts between users as SCIM shows them (RFC 7643, 4.1) and our own.

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
/** For attributes that we do not use, but keep and return as they came. */
const KEPT_CHARACTERS_MAX = 20_000;
const NAME_CHARACTERS_MAX = 150;

export type Person = { email: string; firstName: string; lastName: string };

export function toUserResource(row: ScimUserRow, base: string): Resource {
  const extension = row.attributes[ENTERPRISE] !== undefined;
  return {
    schemas: [USER_SCHEMA, ...(extension ? [ENTERPRISE] : [])],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...row.attributes,
    userName: row.user_name,
    active: row.active,
    groups: row.groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}/Users/${row.id}`,
    },
  };
}

/** Reads a user. Attribute names are case-insensitive; secrets and read-only attributes are left out. */
export function readUserResource(body: Resource): { given: NewScimUser; person: Person } {
  const named: Resource = {};
  for (const [name, value] of Object.entries(body)) if (value !== null) named[canonical(name)] = value;
  const { id, meta, groups, schemas, password, userName, externalId, active, ...attributes } = named;
  if (typeof userName !== 'string' || userName.trim() === '' || userName.length > 254)
    throw invalid('userName is required and must have 1 to 254 characters.');
  if (externalId !== undefined && (typeof externalId !== 'string' || externalId.length > 255))
    throw invalid('externalId must be a text of at most 255 characters.');
  if (JSON.stringify(attributes).length > KEPT_CHARACTERS_MAX)
    throw invalid(`The attributes of a user may have at most ${KEPT_CHARACTERS_MAX} characters.`);
  const given = {
    userName: userName.trim(),
    externalId: externalId === undefined || externalId === '' ? null : externalId,
    attributes: { ...attributes, emails: readEmails(attributes.emails) },
    active: readActive(active),
  };
  return { given, person: readPerson(given) };
}

/** Some directories write booleans as text. */
function readActive(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return /^true$/i.test(value);
  throw invalid('active must be true or false.');
}

type Email = { value: string; primary?: unknown };

function readEmails(value: unknown): Email[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return list
    .map((one: unknown) => (typeof one === 'string' ? { value: one } : (one as Email)))
    .filter((one) => typeof one?.value === 'string' && one.value.trim() !== '');
}

function readPerson({ userName, attributes }: NewScimUser): Person {
  const emails = attributes.emails as Email[];
  const primary = emails.find((one) => one.primary === true || one.primary === 'true' || one.primary === 'True');
  const email = (primary ?? emails[0])?.value.trim() ?? userName;
  const { givenName, familyName } = Object(attributes.name) as { givenName?: unknown; familyName?: unknown };
  const name = (value: unknown): string => (typeof value === 'string' ? value.slice(0, NAME_CHARACTERS_MAX) : '');
  try {
    return { email: checkedEmail(email), firstName: name(givenName), lastName: name(familyName) };
  } catch {
    throw invalid('The user has no valid e-mail address. Send emails, or an e-mail address as userName.');
  }
}
