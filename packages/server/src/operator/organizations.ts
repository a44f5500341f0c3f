import { createOrganization } from '#credits/create-organization.ts';
import { setCredits } from '#credits/ledger.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import {
  getOrganization,
  listOrganizations,
  type NewOrganization,
  type Organization,
  type OrganizationChanges,
  updateOrganization,
} from '#orgs/organizations.ts';
import { setPaused } from '#orgs/pause-organization.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { within } from './transactions.ts';

/** An organization is useless without a credential, so it comes with its first key. */
export async function createOrganizationWithKey(
  db: Transactor,
  given: NewOrganization,
): Promise<{ id: string; name: string; api_key: string }> {
  return db.tx(async (tx) => {
    const { id, userId } = await createOrganization(within(tx), given);
    const { apiKey } = await insertApiKey(within(tx), { orgId: id, userId, role: 'admin', name: 'First key' });
    return { id, name: given.name, api_key: apiKey };
  });
}

export const listOperatorsOrganizations = (db: Db): Promise<Organization[]> => listOrganizations(db);

export const pauseOrganization = (db: Transactor, id: string, paused: boolean): Promise<Organization> =>
  setPaused(db, id, paused, 'operator');

export type OperatorChanges = OrganizationChanges & { credits?: number | 'unlimited' | undefined };

/** Applies all changes or none. */
export async function changeOrganization(
  db: Transactor,
  id: string,
  { credits, ...changes }: OperatorChanges,
): Promise<Organization> {
  return db.tx(async (tx) => {
    if (Object.values(changes).some((value) => value !== undefined)) {
      await updateOrganization(within(tx), id, changes, 'operator');
    }
    if (credits !== undefined) await setCredits(within(tx), id, credits, 'operator');
    return getOrganization(tx, id);
  });
}
