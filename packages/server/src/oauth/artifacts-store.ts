import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';

// Codes, tokens and open requests to sign in. A row is found by the hash of its id, which is the secret.

export type Artifact = { payload: Record<string, unknown>; consumed_at: Date | null };

export const hashOf = (kind: string, id: string): Buffer => createHash('sha256').update(`${kind} ${id}`).digest();

/** Inserts or replaces a row. Removes expired ones, and grants that have expired or that no code or token is left of. */
export async function saveArtifact(db: Db, { kind, id, grantId, payload, seconds }: SavedArtifact): Promise<void> {
  await db.run(
    `with expired as (
       delete from oauth_artifacts where hash in (
         select hash from oauth_artifacts where expires_at < now() limit 10 for update skip locked)
       returning grant_id
     ), ended as (
       delete from oauth_grants g where g.id is distinct from $3::uuid and (
         g.id in (select o.id from oauth_grants o where o.expires_at < now() limit 10)
         or g.id in (
           select e.grant_id from expired e where not exists (
             select from oauth_artifacts a where a.grant_id = e.grant_id and a.expires_at > now())))
     )
     insert into oauth_artifacts (hash, kind, grant_id, payload, expires_at)
     values ($1::bytea, $2::text, $3::uuid, $4::jsonb, now() + make_interval(secs => $5::float8))
     on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [hashOf(kind, id), kind, grantId, JSON.stringify(payload), seconds],
  );
}
type SavedArtifact = {
  kind: string;
  id: string;
  grantId: string | null;
  payload: Record<string, unknown>;
  seconds: number;
};

export async function findArtifact(db: Db, kind: string, id: string): Promise<Artifact | undefined> {
  const [row] = await db.query<Artifact>(
    'select payload, consumed_at from oauth_artifacts where hash = $1::bytea and kind = $2::text and expires_at > now()',
    [hashOf(kind, id), kind],
  );
  return row;
}

/** Returns false if it was consumed before: of two concurrent calls, one gets true. */
export async function consumeArtifact(db: Db, kind: string, id: string): Promise<boolean> {
  const changed = await db.run(
    'update oauth_artifacts set consumed_at = now() where hash = $1::bytea and consumed_at is null',
    [hashOf(kind, id)],
  );
  return changed > 0;
}

export async function deleteArtifact(db: Db, kind: string, id: string): Promise<void> {
  await db.run('delete from oauth_artifacts where hash = $1::bytea', [hashOf(kind, id)]);
}
