import type { Db } from '#platform/db.ts';
import { createSecretBox, type SecretBox } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';

export const SECRET_KEY = 'the key of all services in a test';

/** Seals and opens what the services of a test seal. */
export const testBox = (db: Db): SecretBox =>
  createSecretBox(
    db,
    createKeyring({ secretKey: SECRET_KEY, previousKeys: [], jwtSecret: undefined, dataDir: '/nonexistent' }),
  );
