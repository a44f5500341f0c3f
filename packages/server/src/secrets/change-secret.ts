import { type Actor, insertAudit } from '#orgs/audit.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import type { SecretBox } from './box.ts';
import { SECRET_NAME } from './references.ts';
import { deleteSecretRow, findSecret, listConnectionsWith, lockSecret, putSecret, sealedSecret } from './store.ts';

const VALUE_BYTES_MAX = 8 * 1024;

/** Creates or replaces a secret. Returns true if it is new. */
export async function setSecret(
  db: Transactor,
  box: SecretBox,
  { orgId, name, value }: { orgId: string; name: string; value: string },
  actor: Actor,
): Promise<boolean> {
  if (!SECRET_NAME.test(name))
    throw invalidFields({ name: ['Must start with a letter and have at most 64 letters, digits and underscores.'] });
  if (value === '') throw invalidFields({ value: ['May not be empty.'] });
  if (Buffer.byteLength(value) > VALUE_BYTES_MAX)
    throw invalidFields({ value: [`May have at most ${VALUE_BYTES_MAX} bytes.`] });
  const sealed = await box.seal(sealedSecret.at({ org_id: orgId, name }), value);
  return db.tx(async (tx) => {
    const created = await putSecret(tx, orgId, name, sealed);
    const action = created ? 'secret.created' : 'secret.replaced';
    await insertAudit(tx, actor, { orgId, action, targetType: 'secret', targetId: name });
    return created;
  });
}

export async function deleteSecret(db: Transactor, orgId: string, name: string, actor: Actor): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await lockSecret(tx, orgId, name))) throw noSecret();
    // Checked after the lock, so that a version that is being created with the secret counts.
    const usedBy = (await findSecret(tx, orgId, name))?.used_by ?? [];
    if (usedBy.length > 0)
      throw new AppError('conflict', {
        detail: `${usedBy.length} ${usedBy.length === 1 ? 'agent has' : 'agents have'} versions that use this secret.`,
        extra: { used_by: usedBy },
      });
    const connections = await listConnectionsWith(tx, orgId, name);
    if (connections.length > 0)
      throw new AppError('conflict', {
        detail: `The connection ${connections[0]!.name} uses this secret.`,
        extra: { used_by: [], connections },
      });
    await deleteSecretRow(tx, orgId, name);
    await insertAudit(tx, actor, { orgId, action: 'secret.deleted', targetType: 'secret', targetId: name });
  });
}

export const noSecret = (): AppError => new AppError('not_found', { detail: 'No secret with this name.' });
