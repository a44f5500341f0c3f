import { insertOrganization, type NewOrganization } from '#orgs/organizations.ts';
import type { Transactor } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { AMOUNT_MAX, openAccount } from './ledger.ts';

/**
 * Creates the organization with its credit account and its owner, so that no organization exists without its account.
 * Needs the system's connection, because it creates a user.
 */
export async function createOrganization(
  db: Transactor,
  given: NewOrganization,
): Promise<{ id: string; userId: number }> {
  const { credits } = given;
  if (credits !== undefined && !(credits >= 0 && credits <= AMOUNT_MAX)) {
    throw invalidFields({ credits: [`Must be a number from 0 to ${AMOUNT_MAX}.`] });
  }
  return db.tx(async (tx) => {
    const created = await insertOrganization(tx, given);
    await openAccount(tx, created.id, credits);
    return created;
  });
}
