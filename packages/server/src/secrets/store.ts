import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// Named secrets of an organization. Values are decrypted only to run jobs and use connections; no request returns one.

export type SecretRow = {
  name: string;
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
  /** Ids of agents with a version that uses it. */
  used_by: string[];
};

export const sealedSecret = sealedColumn({
  table: 'secrets',
  column: 'sealed',
  label: 'secrets',
  of: ['org_id', 'name'],
  place: (row) => `secret ${row.org_id} ${row.name}`,
});

const USED_BY = `array(
  select distinct v.agent_id from agent_versions v join agents a on a.id = v.agent_id
  where v.org_id = s.org_id and v.secret_names <> '{}' and s.name = any (v.secret_names)
    and v.deleted_at is null and a.deleted_at is null)`;

export async function listSecrets(db: Db, orgId: string, page: Page): Promise<Listed<SecretRow>> {
  return listPage<SecretRow>(db, {
    columns: `s.name, s.created_at, s.updated_at, s.last_used_at, ${USED_BY} as used_by`,
    from: 'secrets s',
    where: 's.org_id = $1::uuid',
    order: 's.name',
    values: [orgId],
    page,
  });
}

export async function findSecret(db: Db, orgId: string, name: string): Promise<SecretRow | undefined> {
  const [row] = await db.query<SecretRow>(
    `select s.name, s.created_at, s.updated_at, s.last_used_at, ${USED_BY} as used_by
     from secrets s where s.org_id = $1::uuid and s.name = $2::text`,
    [orgId, name],
  );
  return row;
}

/** Prevents deletion of the named secrets until the transaction ends. Returns the names that exist. */
export async function lockSecretNames(tx: Db, orgId: string, names: string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    'select name from secrets where org_id = $1::uuid and name = any ($2::text[]) order by name for key share',
    [orgId, names],
  );
  return rows.map(({ name }) => name);
}

/** Creates or replaces the row. Returns true if it is new. */
export async function putSecret(tx: Db, orgId: string, name: string, sealed: string): Promise<boolean> {
  const [row] = await tx.query<{ created: boolean }>(
    `insert into secrets (org_id, name, sealed) values ($1::uuid, $2::text, $3::text)
     on conflict (org_id, name) do update set sealed = excluded.sealed, updated_at = now()
     returning created_at = updated_at and xmax = 0 as created`,
    [orgId, name, sealed],
  );
  return row!.created;
}

export async function lockSecret(tx: Db, orgId: string, name: string): Promise<boolean> {
  const rows = await tx.query('select 1 from secrets where org_id = $1::uuid and name = $2::text for update', [
    orgId,
    name,
  ]);
  return rows.length > 0;
}

export async function deleteSecretRow(tx: Db, orgId: string, name: string): Promise<void> {
  await tx.run('delete from secrets where org_id = $1::uuid and name = $2::text', [orgId, name]);
}

/** Returns the encrypted values of these names. Updates `last_used_at` at most once a minute. */
export async function findSealed(db: Db, orgId: string, names: string[]): Promise<{ name: string; sealed: string }[]> {
  return db.query<{ name: string; sealed: string }>(
    `with used as (
       update secrets set last_used_at = now()
       where org_id = $1::uuid and name = any ($2::text[])
         and (last_used_at is null or last_used_at < now() - interval '1 minute')
     )
     select name, sealed from secrets where org_id = $1::uuid and name = any ($2::text[])`,
    [orgId, names],
  );
}

/** Returns the connections that use the secret. */
export async function listConnectionsWith(
  tx: Db,
  orgId: string,
  name: string,
): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>(
    'select id, name from connections where org_id = $1::uuid and $2::text = any (secret_names) order by name limit 100',
    [orgId, name],
  );
}
