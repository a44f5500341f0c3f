import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';

// The signing keys of an organization: the current one signs, previous ones only verify.

/** The private key of an organization. */
export const sealedKey = sealedColumn({
  table: 'signing_keys',
  column: 'sealed',
  label: 'signing_keys',
  of: ['org_id', 'id'],
  place: (row) => `signing key ${row.org_id} ${row.id}`,
});

export type SigningKeyRow = {
  id: string;
  public_key: string;
  /** The encrypted private key, or null if the key is retired. */
  sealed: string | null;
  created_at: Date;
  retired_at: Date | null;
};

/** Returns the current key first, then retired ones, the latest first. */
export function listSigningKeys(db: Db, orgId: string): Promise<SigningKeyRow[]> {
  return db.query<SigningKeyRow>(
    `select id, public_key, sealed, created_at, retired_at from signing_keys where org_id = $1::uuid
     order by retired_at is not null, retired_at desc`,
    [orgId],
  );
}

export async function findCurrentKey(db: Db, orgId: string): Promise<SigningKeyRow | undefined> {
  const [row] = await db.query<SigningKeyRow>(
    `select id, public_key, sealed, created_at, retired_at from signing_keys
     where org_id = $1::uuid and retired_at is null`,
    [orgId],
  );
  return row;
}

/** Returns false if the organization already has a current key. */
export async function insertSigningKey(
  tx: Db,
  orgId: string,
  key: { id: string; publicKey: string; sealed: string },
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into signing_keys (id, org_id, public_key, sealed) values ($2::text, $1::uuid, $3::text, $4::text)
     on conflict (org_id) where retired_at is null do nothing`,
    [orgId, key.id, key.publicKey, key.sealed],
  );
  return inserted > 0;
}

export async function retireCurrentKey(tx: Db, orgId: string): Promise<void> {
  await tx.run(
    'update signing_keys set sealed = null, retired_at = now() where org_id = $1::uuid and retired_at is null',
    [orgId],
  );
}
