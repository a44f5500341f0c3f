import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import type { BadColumn, BadRowMode } from '../model/import-report.ts';

export type UploadStatus = 'PENDING' | 'IMPORTING' | 'STOPPED' | 'COMPLETED' | 'FAILED';

export const UPLOAD_BYTES_MAX = 2_147_483_648;

// Uploads in two steps: an address that receives the bytes, and an import in the background under a lease.

/** What the import did, as the API tells it. */
export type ImportSummary = { written_rows: number; rejected_rows?: number; bad_columns?: BadColumn[] };

export type UploadRow = {
  id: string;
  orgId: string;
  tableName: string;
  withHeaders: boolean;
  status: UploadStatus;
  storageKey: string | null;
  expiresAt: Date;
  summary: ImportSummary | null;
  error: string | null;
  creatorId: number | null;
  keyId: string | null;
};

export const uploadRows: LeasedRows = {
  name: 'table_uploads',
  table: 'table_uploads',
  open: `t.status = 'IMPORTING'`,
  due: 'lease_until',
  claim: 'claim_id',
  attempts: 'attempt',
  since: 'coalesce(t.lease_until, t.updated_at)',
  onEnd: 'updated_at = now()',
};

const COLUMNS = `id, org_id as "orgId", table_name as "tableName", with_headers as "withHeaders", status, storage_key as "storageKey",
  expires_at as "expiresAt", summary, error, creator_id as "creatorId", key_id as "keyId"`;

export type NewUpload = {
  id: string;
  tableName: string;
  withHeaders: boolean;
  tokenHash: Buffer;
  expiresAt: Date;
  creatorId: number | null;
  keyId: string | null;
};

export async function insertUpload(db: Db, orgId: string, upload: NewUpload): Promise<void> {
  await db.run(
    `insert into table_uploads (id, org_id, table_name, with_headers, status, token_hash, expires_at, creator_id, key_id)
      values ($1, $2, $3, $4, 'PENDING', $5, $6, $7, $8)`,
    [
      upload.id,
      orgId,
      upload.tableName,
      upload.withHeaders,
      upload.tokenHash,
      upload.expiresAt,
      upload.creatorId,
      upload.keyId,
    ],
  );
}

export async function findUpload(db: Db, orgId: string, id: string): Promise<UploadRow | undefined> {
  const rows = await db.query<UploadRow>(`select ${COLUMNS} from table_uploads where org_id = $1 and id = $2`, [
    orgId,
    id,
  ]);
  return rows[0];
}

/** Finds the upload of a token, which is valid until it expires or the import starts. */
export async function findOpenUpload(system: Db, id: string, tokenHash: Buffer): Promise<UploadRow | undefined> {
  const rows = await system.query<UploadRow>(
    `select ${COLUMNS} from table_uploads where id = $1 and token_hash = $2 and status = 'PENDING' and expires_at > now()`,
    [id, tokenHash],
  );
  return rows[0];
}

export async function updateUploadContent(
  system: Db,
  id: string,
  content: { key: string; size: number },
): Promise<boolean> {
  const changed = await system.run(
    `update table_uploads set storage_key = $2, size = $3, updated_at = now() where id = $1 and status = 'PENDING'`,
    [id, content.key, content.size],
  );
  return changed > 0;
}

/** Returns false if no bytes were sent yet or the import has already started. */
export async function beginImport(db: Db, orgId: string, id: string, onBadRows: BadRowMode): Promise<boolean> {
  const changed = await db.run(
    `update table_uploads set status = 'IMPORTING', on_bad_rows = $3, attempt = 0, error = null, updated_at = now()
      where org_id = $1 and id = $2 and status in ('PENDING', 'STOPPED') and storage_key is not null`,
    [orgId, id, onBadRows],
  );
  return changed > 0;
}

/** The rows that an import left out, as CSV. Undefined if there are none. */
export async function findRejects(db: Db, orgId: string, id: string): Promise<string | undefined> {
  const rows = await db.query<{ rejects: string | null }>(
    'select rejects from table_uploads where org_id = $1 and id = $2',
    [orgId, id],
  );
  return rows[0]?.rejects ?? undefined;
}
