import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { RunRequest } from './run-request.ts';

export type IdempotencyClaim = { orgId: string; key: string; path: string; bodyHash: Buffer; jobIds: string[] };

/**
 * Claims the key in the transaction that accepts the jobs. Returns undefined if the key was free, or the earlier jobs
 * if the same request was accepted within 24 hours. A concurrent copy of the request waits here until the first one
 * commits or rolls back.
 */
export async function claimIdempotencyKey(tx: Db, claim: IdempotencyClaim): Promise<string[] | undefined> {
  const claimed = await tx.run(
    `insert into idempotency_keys (org_id, key, path, body_hash, job_ids) values ($1, $2, $3, $4, $5)
      on conflict (org_id, key, path) do update
        set body_hash = excluded.body_hash, job_ids = excluded.job_ids, created_at = now()
        where idempotency_keys.created_at < now() - interval '24 hours'`,
    [claim.orgId, claim.key, claim.path, claim.bodyHash, claim.jobIds],
  );
  if (claimed > 0) return undefined;
  const rows = await tx.query<{ body_hash: Buffer; job_ids: string[] }>(
    'select body_hash, job_ids from idempotency_keys where org_id = $1 and key = $2 and path = $3',
    [claim.orgId, claim.key, claim.path],
  );
  const earlier = rows[0];
  if (earlier === undefined || !earlier.body_hash.equals(claim.bodyHash)) throw new AppError('idempotency_conflict');
  return earlier.job_ids;
}

/** Hashes the parsed body, so that spaces and multipart boundaries make no difference between two tries. */
export function hashBody(body: Record<string, unknown>, files: RunRequest['files'] = []): Buffer {
  const parts = files.map(({ field, name, contentType, sha256 }) => [field, name, contentType, sha256]);
  return createHash('sha256')
    .update(JSON.stringify([body, parts]))
    .digest();
}
