import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';

// Clients that have registered themselves. Anybody may register, so those that nobody uses are removed.

export const sealedClientSecret = sealedColumn({
  table: 'oauth_clients',
  column: 'sealed_secret',
  label: 'oauth_clients',
  of: ['id'],
  place: ({ id }) => `oauth/client ${id}`,
});

export type ClientRow = { metadata: Record<string, unknown>; sealed_secret: string | null };

const UNUSED_DAYS = 30;

export async function saveClient(db: Db, id: string, { metadata, sealed_secret }: ClientRow): Promise<void> {
  await db.run(
    `with unused as (
       delete from oauth_clients c where c.last_used_at < now() - interval '${UNUSED_DAYS} days'
         and not exists (select from oauth_grants g where g.client_id = c.id)
     )
     insert into oauth_clients (id, metadata, sealed_secret) values ($1::text, $2::jsonb, $3::text)
     on conflict (id) do update set metadata = excluded.metadata, sealed_secret = excluded.sealed_secret`,
    [id, JSON.stringify(metadata), sealed_secret],
  );
}

export async function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  const [row] = await db.query<ClientRow & { use_is_old: boolean }>(
    `select metadata, sealed_secret, last_used_at < now() - interval '1 hour' as use_is_old
     from oauth_clients where id = $1::text`,
    [id],
  );
  if (row?.use_is_old) await db.run('update oauth_clients set last_used_at = now() where id = $1::text', [id]);
  return row && { metadata: row.metadata, sealed_secret: row.sealed_secret };
}

export async function deleteClient(db: Db, id: string): Promise<void> {
  await db.run('delete from oauth_clients where id = $1::text', [id]);
}
