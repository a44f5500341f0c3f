import { type KeyPair, type Signed, signObject } from '@errand/proofs/signature.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

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

/** The last certificate about a job, deleted on request or by retention together with others. */
export async function findErasure(db: Db, orgId: string, jobId: string): Promise<Certificate | undefined> {
  // Ids rise with time, so what was certified before the job began is not read.
  const rows = await db.query<{ content: Certificate }>(
    `select c.content from erasure_certificates c
     where c.org_id = $1::uuid and c.id > $2::uuid and (c.job_id = $2::uuid or (c.job_id is null and exists (
       select from json_array_elements_text(c.content -> 'job_ids') j where j = $2::text)))
     order by c.id desc limit 1`,
    [orgId, jobId],
  );
  return rows[0]?.content;
}

/** Newest first. */
export async function listCertificates(db: Db, orgId: string, page: Page): Promise<Listed<Certificate>> {
  const source = { columns: 'content', from: 'erasure_certificates', where: 'org_id = $1::uuid', order: 'id desc' };
  const { count, rows } = await listPage<{ content: Certificate }>(db, { ...source, values: [orgId], page });
  return { count, rows: rows.map(({ content }) => content) };
}
