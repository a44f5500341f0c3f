import { isDeepStrictEqual } from 'node:util';
import { sealedColumn } from '#platform/domain.ts';
import { isJsonObject } from '#platform/json.ts';
import type { SecretBox } from '#secrets/box.ts';

// The credentials of a connection are stored twice: encrypted in full, and with a mask in place of each secret value.
// Readers only get the masked ones.

export const MASK = '********';

/** Masks the members that the connector's schema marks as secret. References to named secrets stay readable. */
export function maskAuth(schema: unknown, auth: Record<string, unknown>): Record<string, unknown> {
  const secrets = secretMembers(schema);
  return Object.fromEntries(
    Object.entries(auth).map(([name, value]) => [name, secrets.has(name) && isLiteral(value) ? MASK : value]),
  );
}

/** Replaces masks with the stored values. A mask without a stored value is reported as a problem. */
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
      problems.push(`'${name}' is masked, but no value is stored yet. Enter the value itself.`);
    return [name, stored[name]];
  });
  return { auth: Object.fromEntries(entries), problems };
}

/** Lists the values of secret members, for the redactor. */
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

/** A value that is only a reference to a named secret reveals nothing, so it needs no mask. */
const isLiteral = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !/^\$\{secret\.[A-Za-z]\w{0,63}\}$/.test(String(value));

export const sealedAuth = sealedColumn({
  table: 'connections',
  column: 'sealed',
  label: 'connections',
  of: ['org_id', 'id'],
  place: (row) => `connection ${row.org_id} ${row.id}`,
});

export const sealAuth = (box: SecretBox, orgId: string, id: string, auth: Record<string, unknown>): Promise<string> =>
  box.seal(sealedAuth.at({ org_id: orgId, id }), JSON.stringify(auth));

export async function openAuth(
  box: SecretBox,
  row: { id: string; org_id: string; sealed: string },
): Promise<Record<string, unknown>> {
  return JSON.parse(await box.open(sealedAuth.at(row), row.sealed)) as Record<string, unknown>;
}

export const areSame = (a: Record<string, unknown>, b: Record<string, unknown>): boolean => isDeepStrictEqual(a, b);
