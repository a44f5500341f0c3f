import type { KnowledgeLens, KnowledgeProposal, KnowledgeRef } from '@errand/contract/knowledge.ts';
import type { Db } from '#platform/db.ts';

export type BaseRow = {
  id: string;
  org_id: string;
  name: string;
  company: string;
  product_name: string | null;
  website_url: string | null;
  brief: string;
  status: 'drafting' | 'active' | 'orphaned';
  lens_id: string | null;
  lens_snapshot: KnowledgeLens | null;
  last_synced_at: Date | null;
  sync_error: string | null;
  created_at: Date;
  updated_at: Date;
  draft_id: string | null;
};

export type DraftRow = {
  id: string;
  knowledge_base_id: string;
  org_id: string;
  status: 'generating' | 'ready' | 'error';
  error: string | null;
  suggested_name: string;
  product_summary: string;
  iteration_count: number;
  refs: KnowledgeRef[];
  proposal: KnowledgeProposal | null;
  feedback: string | null;
  proposed_by: string | null;
  /** The job that makes the proposal. */
  job_id: string | null;
  created_at: Date;
  updated_at: Date | null;
};

export type LensRow = {
  id: string;
  org_id: string;
  name: string;
  company: string;
  product_name: string | null;
  product_summary: string;
  refs: KnowledgeRef[];
  mcp_enabled: boolean;
  public: boolean;
  updated_at: Date;
};

const BASE = `b.id, b.org_id, b.name, b.company, b.product_name, b.website_url, b.brief, b.status, b.lens_id, b.lens_snapshot,
  b.last_synced_at, b.sync_error, b.created_at, b.updated_at, d.id as draft_id
  from knowledge_bases b left join knowledge_drafts d on d.knowledge_base_id = b.id`;
const DRAFT = `id, knowledge_base_id, org_id, status, error, suggested_name, product_summary, iteration_count, refs, proposal,
  feedback, proposed_by, job_id, created_at, updated_at`;
/** Processes of the previous release, which made proposals under a lease, leave the drafts of jobs alone. */
const NOT_LEASED = `case when given.job_id is not null then 'infinity'::timestamptz end`;
const LENS = 'id, org_id, name, company, product_name, product_summary, refs, mcp_enabled, public, updated_at';

export async function findBase(db: Db, orgId: string, id: string): Promise<BaseRow | undefined> {
  const rows = await db.query<BaseRow>(`select ${BASE} where b.org_id = $1::uuid and b.id = $2::uuid`, [orgId, id]);
  return rows[0];
}

export async function lockBase(tx: Db, orgId: string, id: string): Promise<BaseRow | undefined> {
  const rows = await tx.query<BaseRow>(`select ${BASE} where b.org_id = $1::uuid and b.id = $2::uuid for update of b`, [
    orgId,
    id,
  ]);
  return rows[0];
}

/** Keeps a knowledge base from being deleted until the transaction ends. `finished`: it has a lens. */
export async function lockKnowledgeReference(
  tx: Db,
  orgId: string,
  id: string,
): Promise<{ finished: boolean } | undefined> {
  const rows = await tx.query<{ finished: boolean }>(
    'select lens_id is not null as finished from knowledge_bases where org_id = $1::uuid and id = $2::uuid for key share',
    [orgId, id],
  );
  return rows[0];
}

export async function findBaseByLens(db: Db, orgId: string, lensId: string): Promise<BaseRow | undefined> {
  const rows = await db.query<BaseRow>(`select ${BASE} where b.org_id = $1::uuid and b.lens_id = $2::uuid`, [
    orgId,
    lensId,
  ]);
  return rows[0];
}

export async function listBases(
  db: Db,
  orgId: string,
  page: { size: number; offset: number },
): Promise<{ count: number; rows: BaseRow[] }> {
  const [counted] = await db.query<{ count: number }>(
    'select count(*)::int as count from knowledge_bases where org_id = $1::uuid',
    [orgId],
  );
  const rows = await db.query<BaseRow>(
    `select ${BASE} where b.org_id = $1::uuid order by b.id desc limit $2::int offset $3::bigint`,
    [orgId, page.size, page.offset],
  );
  return { count: counted!.count, rows };
}

export type NewBase = Pick<
  BaseRow,
  'id' | 'name' | 'company' | 'product_name' | 'website_url' | 'brief' | 'status' | 'lens_id'
> & {
  creator_id: number | null;
};

export async function insertBase(tx: Db, orgId: string, base: NewBase): Promise<boolean> {
  const count = await tx.run(
    `insert into knowledge_bases (id, org_id, name, company, product_name, website_url, brief, status, lens_id, creator_id)
     select id, $1::uuid, name, company, product_name, website_url, brief, status, lens_id, creator_id
     from json_to_record($2::json) as given (id uuid, name text, company text, product_name text, website_url text, brief text,
       status text, lens_id uuid, creator_id int)
     on conflict (org_id, lens_id) do nothing`,
    [orgId, JSON.stringify(base)],
  );
  return count > 0;
}

type BaseChange = Pick<BaseRow, 'name' | 'status' | 'lens_id' | 'lens_snapshot' | 'sync_error'>;

/** Updates a knowledge base with its lens snapshot. The sync time changes only if there is no error. */
export async function updateBase(db: Db, orgId: string, id: string, change: BaseChange): Promise<void> {
  await db.run(
    `update knowledge_bases b set name = given.name, status = given.status, lens_id = given.lens_id,
       lens_snapshot = given.lens_snapshot, sync_error = given.sync_error,
       last_synced_at = case when given.sync_error is null then now() else last_synced_at end, updated_at = now()
     from json_to_record($3::json) as given (name text, status text, lens_id uuid, lens_snapshot json, sync_error text)
     where b.org_id = $1::uuid and b.id = $2::uuid`,
    [orgId, id, JSON.stringify(change)],
  );
}

export async function deleteBase(tx: Db, orgId: string, id: string): Promise<void> {
  await tx.run('delete from knowledge_bases where org_id = $1::uuid and id = $2::uuid', [orgId, id]);
}

export async function findDraft(db: Db, orgId: string, baseId: string): Promise<DraftRow | undefined> {
  const rows = await db.query<DraftRow>(
    `select ${DRAFT} from knowledge_drafts where org_id = $1::uuid and knowledge_base_id = $2::uuid`,
    [orgId, baseId],
  );
  return rows[0];
}

type NewDraft = Pick<
  DraftRow,
  'id' | 'knowledge_base_id' | 'status' | 'suggested_name' | 'product_summary' | 'refs' | 'job_id'
>;

export async function insertDraft(tx: Db, orgId: string, draft: NewDraft): Promise<void> {
  await tx.run(
    `insert into knowledge_drafts (id, knowledge_base_id, org_id, status, suggested_name, product_summary, refs, job_id,
       lease_until)
     select id, knowledge_base_id, $1::uuid, status, suggested_name, product_summary, refs, job_id, ${NOT_LEASED}
     from json_to_record($2::json) as given (id uuid, knowledge_base_id uuid, status text, suggested_name text,
       product_summary text, refs json, job_id uuid)`,
    [orgId, JSON.stringify(draft)],
  );
}

type DraftChange = Pick<
  DraftRow,
  'status' | 'suggested_name' | 'product_summary' | 'refs' | 'proposal' | 'feedback' | 'job_id'
>;

/** Changes a draft under the lock of its knowledge base. */
export async function updateDraft(tx: Db, orgId: string, baseId: string, change: DraftChange): Promise<void> {
  await tx.run(
    `update knowledge_drafts d set status = given.status, suggested_name = given.suggested_name,
       product_summary = given.product_summary, refs = given.refs, proposal = given.proposal, feedback = given.feedback,
       job_id = given.job_id, lease_until = ${NOT_LEASED}, error = null, updated_at = now()
     from json_to_record($3::json) as given (status text, suggested_name text, product_summary text, refs json,
       proposal json, feedback text, job_id uuid)
     where d.org_id = $1::uuid and d.knowledge_base_id = $2::uuid`,
    [orgId, baseId, JSON.stringify(change)],
  );
}

/** Returns false if the draft no longer waits for the job. */
export async function failDraft(db: Db, orgId: string, jobId: string | null, error: string): Promise<boolean> {
  const count = await db.run(
    `update knowledge_drafts set status = 'error', error = $3::text, job_id = null, updated_at = now()
     where org_id = $1::uuid and job_id is not distinct from $2::uuid and status = 'generating'`,
    [orgId, jobId, error],
  );
  return count > 0;
}

export async function findLens(db: Db, orgId: string, id: string): Promise<LensRow | undefined> {
  const rows = await db.query<LensRow>(
    `select ${LENS} from knowledge_lenses where org_id = $1::uuid and id = $2::uuid`,
    [orgId, id],
  );
  return rows[0];
}

export async function upsertLens(tx: Db, orgId: string, lens: Omit<LensRow, 'org_id' | 'updated_at'>): Promise<void> {
  await tx.run(
    `insert into knowledge_lenses (id, org_id, name, company, product_name, product_summary, refs, mcp_enabled, public)
     select id, $1::uuid, name, company, product_name, product_summary, refs, mcp_enabled, public
     from json_to_record($2::json) as given (id uuid, name text, company text, product_name text, product_summary text,
       refs json, mcp_enabled boolean, public boolean)
     on conflict (id) do update set name = excluded.name, product_summary = excluded.product_summary, refs = excluded.refs,
       mcp_enabled = excluded.mcp_enabled, public = excluded.public, updated_at = now()`,
    [orgId, JSON.stringify(lens)],
  );
}

export async function deleteLens(tx: Db, orgId: string, id: string): Promise<void> {
  await tx.run('delete from knowledge_lenses where org_id = $1::uuid and id = $2::uuid', [orgId, id]);
}
