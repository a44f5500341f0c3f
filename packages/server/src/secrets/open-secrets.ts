import type { Db } from '#platform/db.ts';
import type { SecretBox } from './box.ts';
import { findSealed, sealedSecret } from './store.ts';

/** Returns the decrypted values of named secrets. Unknown names are missing in the map. */
export async function openSecrets(
  db: Db,
  box: SecretBox,
  orgId: string,
  names: string[],
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  if (names.length === 0) return values;
  for (const { name, sealed } of await findSealed(db, orgId, names)) {
    values.set(name, await box.open(sealedSecret.at({ org_id: orgId, name }), sealed));
  }
  return values;
}
