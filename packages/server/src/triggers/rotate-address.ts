import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import { hashToken, newToken } from './change-trigger.ts';
import { sealedToken, type TriggerRow, updateToken } from './store.ts';

/** Replaces an address that became known to the wrong people. */
export async function rotateAddress(
  { database, box }: { database: Database; box: SecretBox },
  caller: Caller,
  { id, kind }: TriggerRow,
): Promise<void> {
  const { orgId } = caller;
  if (kind !== 'http')
    throw new AppError('invalid_request', {
      detail: `A trigger of kind ${kind} has no address. Only triggers of kind http have one.`,
    });
  const token = newToken();
  const sealed = await box.seal(sealedToken.at({ org_id: orgId, id }), token);
  await database.tenant(orgId).tx(async (tx) => {
    if (!(await updateToken(tx, orgId, id, { hash: hashToken(token), sealed }))) throw notFound('trigger');
    await audit(tx, caller, 'trigger.address_rotated', id);
  });
}
