import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '#platform/json.ts';
import type { SecretBox } from '#secrets/box.ts';
import { connectionPlaceOf } from '#secrets/rotate.ts';

// The credentials of a connection. They are stored twice: encrypted as they are, and with a mask for each secret value,
// which is what every reader gets.

export const MASK = '********';

/** Members that the schema of the connector marks as secret. A reference to a named secret is none. */
export function maskAuth(schema: unknown, auth: Record<string, unknown>): Record<string, unknown> {
  const secrets = secretMembers(schema);
  return Object.fromEntries(
    Object.entries(auth).map(([name, value]) => [name, secrets.has(name) && isLiteral(value) ? MASK : value]),
  );
}

/** A mask keeps what is stored. The names of masks that there is nothing behind come back as problems. */
export function keepMasked(
  schema: unknown,
  given: Record<string, unknown>,
  stored: Record<string, unknown>,
): { auth: Record<string, unknown>; problems: string[] } {
  const secrets = secretMembers(schema);
  const problems: string[] = [];
  const entries = Object.entries(given).map(([name, value]) => {
    if (value !== MASK || !secrets.has(name)) return [name, value];
    if (stored[name] === undefined)
      problems.push(`'${name}' is masked, and there is no earlier value: write the value itself.`);
    return [name, stored[name]];
  });
  return { auth: Object.fromEntries(entries), problems };
}

/** The texts of secret members, for the redactor. */
export const listSecretValues = (schema: unknown, auth: Record<string, unknown>): string[] => {
  const secrets = secretMembers(schema);
  return Object.entries(auth).flatMap(([name, value]) =>
    secrets.has(name) && typeof value === 'string' && value !== '' ? [value] : [],
  );
};

const secretMembers = (schema: unknown): ReadonlySet<string> => {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const names = Object.entries(properties).flatMap(([name, property]) =>
    isJsonObject(property) && property.writeOnly === true ? [name] : [],
  );
  return new Set(names);
};

/** A value that is nothing but a reference to a named secret tells nothing. */
const isLiteral = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !/^\$\{secret\.[A-Za-z]\w{0,63}\}$/.test(String(value));

export const sealAuth = (box: SecretBox, orgId: string, id: string, auth: Record<string, unknown>): Promise<string> =>
  box.seal(connectionPlaceOf(orgId, id), JSON.stringify(auth));

export async function openAuth(
  box: SecretBox,
  row: { id: string; org_id: string; sealed: string },
): Promise<Record<string, unknown>> {
  return JSON.parse(await box.open(connectionPlaceOf(row.org_id, row.id), row.sealed)) as Record<string, unknown>;
}

export const areSame = (a: Record<string, unknown>, b: Record<string, unknown>): boolean => isDeepStrictEqual(a, b);
