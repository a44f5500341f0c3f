import { createKeyPair, type KeyPair, keyIdOf, type Signed, signObject } from '@errand/proofs/signature.ts';
import { type Actor, insertAudit } from '#orgs/audit.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import {
  findCurrentKey,
  insertSigningKey,
  listSigningKeys,
  retireCurrentKey,
  type SigningKeyRow,
  sealedKey,
} from './keys-store.ts';

// Signs for organizations. A key is created when it is first needed. Its private key is decrypted only to sign.

export type Signer = {
  /** Returns the current key pair, with the private key. */
  keyOf(orgId: string): Promise<KeyPair>;
  sign<T extends object>(orgId: string, value: T): Promise<Signed<T>>;
  /** Returns the current key first, then retired ones. Creates a key if there is none. */
  list(orgId: string): Promise<SigningKeyRow[]>;
  /** Replaces the current key with a new one. The previous key only verifies from then on. */
  rotate(orgId: string, actor: Actor): Promise<void>;
};

export function createSigner({ database, box }: { database: Database; box: SecretBox }): Signer {
  async function newKey(orgId: string): Promise<{ id: string; publicKey: string; sealed: string }> {
    const { keyId, publicKey, privateKey } = createKeyPair();
    return { id: keyId, publicKey, sealed: await box.seal(sealedKey.at({ org_id: orgId, id: keyId }), privateKey) };
  }

  async function currentOf(orgId: string): Promise<SigningKeyRow> {
    const db = database.tenant(orgId);
    const found = await findCurrentKey(db, orgId);
    if (found !== undefined) return found;
    const key = await newKey(orgId);
    await db.tx(async (tx) => {
      // If several processes do this at the same time, only one inserts its key.
      if (await insertSigningKey(tx, orgId, key)) await auditKey(tx, 'operator', orgId, key.id, 'signing_key.created');
    });
    return (await findCurrentKey(db, orgId))!;
  }

  async function keyOf(orgId: string): Promise<KeyPair> {
    const { id, public_key: publicKey, sealed } = await currentOf(orgId);
    // Somebody who can write to the database could store another public key under a known id.
    if (keyIdOf(publicKey) !== id) throw new Error(`The public key of the signing key ${id} was altered.`);
    return { keyId: id, publicKey, privateKey: await box.open(sealedKey.at({ org_id: orgId, id }), sealed!) };
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
