import type { Db } from '#platform/db.ts';
import type { Place } from '#platform/domain.ts';
import { AppError } from '#platform/errors.ts';
import type { Keyring, SecretKey } from './keyring.ts';
import { keyIdOf, seal, unseal } from './seal.ts';

// Encrypts and decrypts secrets for one process. The database stores the id of the installation's key, so that
// processes with different keys notice it before a value is lost.

export type SecretBox = {
  seal(place: Place, value: string): Promise<string>;
  open(place: Place, sealed: string): Promise<string>;
};

/** The value exists, but this process does not have its key. */
export class MissingKey extends Error {
  constructor(keyId: string) {
    super(
      `The secret is encrypted with the key ${keyId}, but this process does not have the key. Set the same ERRAND_SECRET_KEY for all processes.`,
    );
    this.name = 'MissingKey';
  }
}

const NAME = 'secret_key';

export function createSecretBox(db: Db, keyring: Keyring): SecretBox {
  return {
    seal: async (place, value) => seal(await findSealingKey(db, keyring), place, value),
    async open(place, sealed) {
      const id = keyIdOf(sealed) ?? 'unknown';
      const key = await keyring.find(id);
      if (key === undefined) throw new MissingKey(id);
      return unseal(key, place, sealed);
    },
  };
}

/** Returns the installation's key. The first process that seals a value sets it; `errand secrets rotate` changes it. */
export async function findSealingKey(db: Db, keyring: Keyring): Promise<SecretKey> {
  const named = await findKeyId(db);
  if (named === undefined) return nameKey(db, keyring);
  const key = await keyring.find(named);
  if (key === undefined)
    throw new AppError('unavailable', {
      detail: `This installation encrypts secrets with the key ${named}, but this process does not have the key. Set the same ERRAND_SECRET_KEY for all processes.`,
    });
  return key;
}

export async function findKeyId(db: Db): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>('select value from installation where name = $1::text', [NAME]);
  return row?.value;
}

export async function updateKeyId(db: Db, id: string): Promise<void> {
  await db.run(
    `insert into installation (name, value) values ($1::text, $2::text)
     on conflict (name) do update set value = excluded.value`,
    [NAME, id],
  );
}

async function nameKey(db: Db, keyring: Keyring): Promise<SecretKey> {
  const key = await keyring.ensure();
  const inserted = await db.run(
    'insert into installation (name, value) values ($1::text, $2::text) on conflict (name) do nothing',
    [NAME, key.id],
  );
  return inserted > 0 ? key : findSealingKey(db, keyring);
}
