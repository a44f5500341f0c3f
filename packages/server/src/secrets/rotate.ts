import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { findKeyId, MissingKey, updateKeyId } from './box.ts';
import type { Keyring, SecretKey } from './keyring.ts';
import { keyIdOf, seal, unseal } from './seal.ts';
import { placeOf } from './store.ts';

// Encrypts everything again with another key: a new one in the key file, or the new one in the environment. New values
// use it at once. The previous key is needed until the rotation has ended.

export type Rotated = {
  key_id: string;
  secrets: number;
  versions: number;
  connections: number;
  triggers: number;
  signing_keys: number;
};

const ROWS_AT_ONCE = 200;

export async function rotateSecrets(db: Transactor, keyring: Keyring): Promise<Rotated> {
  const before = await findKeyId(db);
  const key = (await keyring.renew()) ?? (await keyring.ensure());
  if (before === key.id && !(await hasOthers(db, key.id)))
    throw new AppError('invalid_request', {
      detail: `Everything is already encrypted with the key of ${keyring.source}. In all processes, set ERRAND_SECRET_KEY to a new key and ERRAND_SECRET_KEY_PREVIOUS to the current one. Then run this again.`,
    });
  await updateKeyId(db, key.id);
  return {
    key_id: key.id,
    secrets: await moveSecrets(db, keyring, key),
    versions: await moveVersions(db, keyring, key),
    connections: await moveConnections(db, keyring, key),
    triggers: await moveTriggers(db, keyring, key),
    signing_keys: await moveSigningKeys(db, keyring, key),
  };
}

async function hasOthers(db: Db, id: string): Promise<boolean> {
  const [row] = await db.query<{ others: boolean }>(
    `select exists (select from secrets where sealed not like $1::text)
       or exists (select from triggers where token_sealed not like $1::text or secret_sealed not like $1::text)
       or exists (select from connections where sealed not like $1::text)
       or exists (select from signing_keys where sealed not like $1::text)
       or exists (select from agent_versions v, json_each_text(v.sealed_config) s where s.value not like $1::text) as others`,
    [`v1.${id}.%`],
  );
  return row!.others;
}

async function moveSecrets(db: Transactor, keyring: Keyring, key: SecretKey): Promise<number> {
  for (let moved = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await tx.query<{ org_id: string; name: string; sealed: string }>(
        `select org_id, name, sealed from secrets where sealed not like $1::text
         order by org_id, name limit ${ROWS_AT_ONCE} for update`,
        [`v1.${key.id}.%`],
      );
      for (const { org_id: orgId, name, sealed } of rows) {
        const next = await move(keyring, key, placeOf(orgId, name), sealed);
        await tx.run('update secrets set sealed = $3::text where org_id = $1::uuid and name = $2::text', [
          orgId,
          name,
          next,
        ]);
      }
      return rows.length;
    });
    moved += count;
    if (count < ROWS_AT_ONCE) return moved;
  }
}

async function moveVersions(db: Transactor, keyring: Keyring, key: SecretKey): Promise<number> {
  for (let moved = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await tx.query<{ id: string; org_id: string; sealed_config: Record<string, string> }>(
        `select id, org_id, sealed_config from agent_versions
         where sealed_config is not null
           and exists (select from json_each_text(sealed_config) s where s.value not like $1::text)
         order by id limit ${ROWS_AT_ONCE} for update`,
        [`v1.${key.id}.%`],
      );
      for (const { id, org_id: orgId, sealed_config: sealed } of rows) {
        const next: Record<string, string> = {};
        for (const [name, value] of Object.entries(sealed))
          next[name] = await move(keyring, key, configPlaceOf(orgId, name), value);
        await tx.run('update agent_versions set sealed_config = $2::json where id = $1::uuid', [
          id,
          JSON.stringify(next),
        ]);
      }
      return rows.length;
    });
    moved += count;
    if (count < ROWS_AT_ONCE) return moved;
  }
}

async function moveConnections(db: Transactor, keyring: Keyring, key: SecretKey): Promise<number> {
  for (let moved = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await tx.query<{ id: string; org_id: string; sealed: string }>(
        `select id, org_id, sealed from connections where sealed not like $1::text
         order by id limit ${ROWS_AT_ONCE} for update`,
        [`v1.${key.id}.%`],
      );
      for (const { id, org_id: orgId, sealed } of rows) {
        const next = await move(keyring, key, connectionPlaceOf(orgId, id), sealed);
        await tx.run('update connections set sealed = $2::text where id = $1::uuid', [id, next]);
      }
      return rows.length;
    });
    moved += count;
    if (count < ROWS_AT_ONCE) return moved;
  }
}

async function moveTriggers(db: Transactor, keyring: Keyring, key: SecretKey): Promise<number> {
  for (let moved = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await tx.query<{ id: string; org_id: string; token: string | null; secret: string | null }>(
        `select id, org_id, token_sealed as token, secret_sealed as secret from triggers
         where token_sealed not like $1::text or secret_sealed not like $1::text
         order by id limit ${ROWS_AT_ONCE} for update`,
        [`v1.${key.id}.%`],
      );
      for (const { id, org_id: orgId, token, secret } of rows) {
        const [nextToken, nextSecret] = [
          token && (await move(keyring, key, triggerPlaceOf(orgId, id, 'token'), token)),
          secret && (await move(keyring, key, triggerPlaceOf(orgId, id, 'secret'), secret)),
        ];
        await tx.run('update triggers set token_sealed = $2::text, secret_sealed = $3::text where id = $1::uuid', [
          id,
          nextToken,
          nextSecret,
        ]);
      }
      return rows.length;
    });
    moved += count;
    if (count < ROWS_AT_ONCE) return moved;
  }
}

async function moveSigningKeys(db: Transactor, keyring: Keyring, key: SecretKey): Promise<number> {
  for (let moved = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await tx.query<{ id: string; org_id: string; sealed: string }>(
        `select id, org_id, sealed from signing_keys where sealed not like $1::text
         order by id limit ${ROWS_AT_ONCE} for update`,
        [`v1.${key.id}.%`],
      );
      for (const { id, org_id: orgId, sealed } of rows) {
        const next = await move(keyring, key, signingPlaceOf(orgId, id), sealed);
        await tx.run('update signing_keys set sealed = $2::text where id = $1::text', [id, next]);
      }
      return rows.length;
    });
    moved += count;
    if (count < ROWS_AT_ONCE) return moved;
  }
}

async function move(keyring: Keyring, key: SecretKey, place: string, sealed: string): Promise<string> {
  const id = keyIdOf(sealed) ?? 'unknown';
  const old = await keyring.find(id);
  if (old === undefined) throw new MissingKey(id);
  return seal(key, place, unseal(old, place, sealed));
}

/** The place of a secret value in an agent's configuration. It names no version, so copies in the organization work. */
export const configPlaceOf = (orgId: string, key: string): string => `config ${orgId} ${key}`;

/** The place of the credentials of a connection. */
export const connectionPlaceOf = (orgId: string, id: string): string => `connection ${orgId} ${id}`;

/** The place of the token in a trigger's address, or of the secret that its senders sign with. */
export const triggerPlaceOf = (orgId: string, id: string, what: 'token' | 'secret'): string =>
  `trigger ${orgId} ${id} ${what}`;

/** The place of the private key that an organization signs with. */
export const signingPlaceOf = (orgId: string, id: string): string => `signing key ${orgId} ${id}`;
