import type { Check } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';
import { findKeyId } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';
import type { Config } from '../../config/config.ts';

/** Finds a wrong key early; otherwise it shows only when a job needs a secret. */
export const secretChecks = (
  { system }: Database,
  { secretKeys, jwtSecret }: Pick<Config, 'secretKeys' | 'jwtSecret'>,
): Check[] => [
  {
    name: 'Secret key',
    async look() {
      const id = await findKeyId(system);
      if (id === undefined) return { detail: 'not needed yet' };
      const keyring = createKeyring({ ...secretKeys, jwtSecret });
      const detail = `secrets are encrypted with the key ${id}`;
      if ((await keyring.find(id)) !== undefined) return { detail: `${detail}, from ${keyring.source}` };
      return {
        detail: `${detail}, which this machine does not have`,
        fix: 'Set ERRAND_SECRET_KEY to the key of this installation, or restore secret.key in its data folder.',
      };
    },
  },
];
