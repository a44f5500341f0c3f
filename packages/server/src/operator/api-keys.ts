import type { Role } from '@errand/contract/roles.ts';
import {
  type ApiKey,
  findOrganizationOfKey,
  insertApiKey,
  listAllApiKeys,
  listApiKeys,
  revokeApiKey,
} from '#orgs/api-keys.ts';
import { getOrganization } from '#orgs/organizations.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';

export async function createOperatorsKey(
  db: Transactor,
  given: { orgId: string; role: Role; name: string },
): Promise<{ id: string; api_key: string; organization_id: string; role: Role; name: string }> {
  const { id, org_id, apiKey, role, name } = await insertApiKey(db, given);
  return { id, api_key: apiKey, organization_id: org_id, role, name };
}

export type ShownKey = Pick<
  ApiKey,
  'id' | 'name' | 'prefix' | 'role' | 'created_at' | 'last_used_at' | 'expires_at'
> & {
  organization_id: string;
};

/** Lists the keys of one organization, or of all. */
export async function listOperatorsKeys(db: Db, orgId: string | undefined): Promise<ShownKey[]> {
  if (orgId === undefined) return (await listAllApiKeys(db)).map(shown);
  await getOrganization(db, orgId);
  return (await listApiKeys(db, orgId)).rows.map(shown);
}

export async function revokeOperatorsKey(db: Transactor, id: string): Promise<void> {
  const orgId = await findOrganizationOfKey(db, id);
  if (orgId === undefined) throw notFound('API key');
  await revokeApiKey(db, orgId, id, 'operator');
}

const shown = ({ id, org_id, name, prefix, role, created_at, last_used_at, expires_at }: ApiKey): ShownKey => ({
  id,
  organization_id: org_id,
  name,
  prefix,
  role,
  created_at,
  last_used_at,
  expires_at,
});
