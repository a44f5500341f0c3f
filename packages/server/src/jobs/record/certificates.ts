import { type KeyPair, type Signed, signObject } from '@errand/proofs/signature.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';

// Signed statements of what was deleted, when and why. They contain no data of the jobs and are kept.

export type Removed = { kind: string; count: number };

export type Certificate = Signed<{
  id: string;
  organization_id: string;
  /** The job, if its data was deleted on request. */
  job_id: string | null;
  /** The jobs, if retention deleted them together. */
  job_ids: string[];
  reason: 'request' | 'retention';
  removed: Removed[];
  at: string;
}>;

type Erasure = { orgId: string; jobId?: string; jobIds?: string[]; reason: Certificate['reason']; removed: Removed[] };

/** Signs and stores a certificate in the transaction that deletes the data. */
export async function certify(
  tx: Db,
  key: KeyPair,
  { orgId, jobId, jobIds = [], reason, removed }: Erasure,
): Promise<Certificate> {
  const certificate = signObject(
    {
      id: newId(),
      organization_id: orgId,
      job_id: jobId ?? null,
      job_ids: jobIds,
      reason,
      removed: removed.filter(({ count }) => count > 0),
      at: new Date(databaseNow()).toISOString(),
    },
    key,
  );
  await tx.run(
    `insert into erasure_certificates (id, org_id, job_id, content) values ($2::uuid, $1::uuid, $3::uuid, $4::json)`,
    [orgId, certificate.id, certificate.job_id, JSON.stringify(certificate)],
  );
  return certificate;
}

export async function findCertificate(db: Db, orgId: string, jobId: string): Promise<Certificate | undefined> {
  const [row] = await db.query<{ content: Certificate }>(
    'select content from erasure_certificates where org_id = $1::uuid and job_id = $2::uuid order by id desc limit 1',
    [orgId, jobId],
  );
  return row?.content;
}

/** Newest first. */
export async function listCertificates(
  db: Db,
  orgId: string,
  page: { size: number; offset: number },
): Promise<{ count: number; rows: Certificate[] }> {
  const [total] = await db.query<{ count: number }>(
    'select count(*) as count from erasure_certificates where org_id = $1::uuid',
    [orgId],
  );
  const rows = await db.query<{ content: Certificate }>(
    `select content from erasure_certificates where org_id = $1::uuid order by id desc limit $2::int offset $3::bigint`,
    [orgId, page.size, page.offset],
  );
  return { count: total!.count, rows: rows.map(({ content }) => content) };
}
