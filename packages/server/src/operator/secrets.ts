import { getOrganization } from '#orgs/organizations.ts';
import type { Transactor } from '#platform/db.ts';
import { createSecretBox } from '#secrets/box.ts';
import { deleteSecret, setSecret } from '#secrets/change-secret.ts';
import { createKeyring, type Keyring } from '#secrets/keyring.ts';
import { rotateSecrets } from '#secrets/rotate.ts';
import { listSecrets, type SecretRow } from '#secrets/store.ts';
import type { Config } from '../config/config.ts';
import { sealedColumns } from '../registry/domains.ts';

type KeyConfig = Pick<Config, 'secretKeys' | 'jwtSecret'>;

const SECRETS_MAX = 10_000;

export async function listOperatorsSecrets(db: Transactor, orgId: string): Promise<SecretRow[]> {
  await getOrganization(db, orgId);
  return (await listSecrets(db, orgId, { size: SECRETS_MAX, offset: 0 })).rows;
}

/** Returns true if the secret is new. */
export async function setOperatorsSecret(
  db: Transactor,
  config: KeyConfig,
  given: { orgId: string; name: string; value: string },
): Promise<boolean> {
  await getOrganization(db, given.orgId);
  return setSecret(db, createSecretBox(db, keyringOf(config)), given, 'operator');
}

export async function deleteOperatorsSecret(db: Transactor, orgId: string, name: string): Promise<void> {
  await deleteSecret(db, orgId, name, 'operator');
}

export async function rotateOperatorsSecrets(db: Transactor, config: KeyConfig) {
  const { key_id, moved } = await rotateSecrets(db, keyringOf(config), sealedColumns);
  return { key_id, ...moved };
}

const keyringOf = ({ secretKeys, jwtSecret }: KeyConfig): Keyring => createKeyring({ ...secretKeys, jwtSecret });
