import { createKeyPair, type KeyPair, keyIdOf, type Signed, signObject } from '@errand/proofs/signature.ts';
import { type Actor, insertAudit } from '#orgs/audit.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import { signingPlaceOf } from '#secrets/rotate.ts';
import {
  findCurrentKey,
  insertSigningKey,
  listSigningKeys,
  retireCurrentKey,
  type SigningKeyRow,
} from './keys-store.ts';

// Signs for organizations. A key is made when it is first needed; its private part leaves the box only to sign.

export type Signer = {
  /** The current key with its private part. */
  keyOf(orgId: string): Promise<KeyPair>;
  sign<T extends object>(orgId: string, value: T): Promise<Signed<T>>;
  /** The current key first. There is always one. */
  list(orgId: string): Promise<SigningKeyRow[]>;
  /** A new key signs from now on; the one before only verifies. */
  rotate(orgId: string, actor: Actor): Promise<void>;
};

export function createSigner({ database, box }: { database: Database; box: SecretBox }): Signer {
  async function newKey(orgId: string): Promise<{ id: string; publicKey: string; sealed: string }> {
    const { keyId, publicKey, privateKey } = createKeyPair();
    return { id: keyId, publicKey, sealed: await box.seal(signingPlaceOf(orgId, keyId), privateKey) };
  }

  async function currentOf(orgId: string): Promise<SigningKeyRow> {
    const db = database.tenant(orgId);
    const found = await findCurrentKey(db, orgId);
    if (found !== undefined) return found;
    const key = await newKey(orgId);
    await db.tx(async (tx) => {
      // Of processes that come at once, one makes it.
      if (await insertSigningKey(tx, orgId, key)) await auditKey(tx, 'operator', orgId, key.id, 'signing_key.created');
    });
    return (await findCurrentKey(db, orgId))!;
  }

  async function keyOf(orgId: string): Promise<KeyPair> {
    const { id, public_key: publicKey, sealed } = await currentOf(orgId);
    // Whoever can write to the database could put another public key under a known name.
    if (keyIdOf(publicKey) !== id) throw new Error(`The public key of the signing key ${id} was altered.`);
    return { keyId: id, publicKey, privateKey: await box.open(signingPlaceOf(orgId, id), sealed!) };
  }

  return {
    keyOf,
    sign: async (orgId, value) => signObject(value, await keyOf(orgId)),
    async list(orgId) {
      await currentOf(orgId);
      return listSigningKeys(database.tenant(orgId), orgId);
    },
    async rotate(orgId, actor) {
      const key = await newKey(orgId);
      await database.tenant(orgId).tx(async (tx) => {
        await retireCurrentKey(tx, orgId);
        if (!(await insertSigningKey(tx, orgId, key)))
          throw new AppError('conflict', { detail: 'Another request has just rotated the signing key.' });
        await auditKey(tx, actor, orgId, key.id, 'signing_key.rotated');
      });
    },
  };
}

const auditKey = (tx: Parameters<typeof insertAudit>[0], actor: Actor, orgId: string, id: string, action: string) =>
  insertAudit(tx, actor, { orgId, action, targetType: 'signing_key', targetId: id });
