import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';

// The rehearsals of policies. Their cases are in cases-store.ts.

export type RehearsalRow = {
  id: string;
  org_id: string;
  policy_id: string;
  version_id: string;
  batch_id: string | null;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  reason: string | null;
  total: number;
  cancel_asked_at: Date | null;
  created_by: number | null;
  started_at: Date;
  finished_at: Date | null;
  cost: number;
  max_cost: number | null;
  /** Jobs that have not ended. */
  open: number;
};

const COLUMNS = `r.id, r.org_id, r.policy_id, r.version_id, r.batch_id, r.status, r.reason, r.total, r.cancel_asked_at,
  r.created_by, r.started_at, r.finished_at, coalesce(b.spent, 0) as cost, b.max_cost,
  case when r.finished_at is not null then 0
    else (select count(*)::int from job_queue q where q.batch_id = r.batch_id) end as open`;
const FROM = 'from rehearsals r left join batches b on b.id = r.batch_id';

export async function findRehearsal(
  db: Db,
  orgId: string,
  policyId: string,
  id: string,
): Promise<RehearsalRow | undefined> {
  const rows = await db.query<RehearsalRow>(
    `select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.policy_id = $2::uuid and r.id = $3::uuid`,
    [orgId, policyId, id],
  );
  return rows[0];
}

export async function findRehearsalOfBatch(db: Db, orgId: string, batchId: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    'select id from rehearsals where org_id = $1::uuid and batch_id = $2::uuid',
    [orgId, batchId],
  );
  return rows[0]?.id;
}

/** Lists rehearsals, newest first. */
export async function listRehearsals(
  db: Db,
  orgId: string,
  policyId: string,
  page: { size: number; offset: number },
): Promise<{ count: number; rows: RehearsalRow[] }> {
  const [total] = await db.query<{ count: number }>(
    'select count(*) as count from rehearsals where org_id = $1::uuid and policy_id = $2::uuid',
    [orgId, policyId],
  );
  const rows = await db.query<RehearsalRow>(
    `select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.policy_id = $2::uuid order by r.id desc
     limit $3::int offset $4::bigint`,
    [orgId, policyId, page.size, page.offset],
  );
  return { count: total!.count, rows };
}

/** Rehearsals whose jobs have all ended. */
export const settledRows: LeasedRows = {
  name: 'rehearsals',
  table: 'rehearsals',
  open: 't.finished_at is null and not exists (select from job_queue q where q.batch_id = t.batch_id)',
  due: 'settle_at',
  claim: 'claim_id',
  attempts: 'attempts',
};

/** Returns undefined if the rehearsal has ended or another process has locked it. */
export async function lockOpenRehearsal(tx: Db, orgId: string, id: string): Promise<RehearsalRow | undefined> {
  const rows = await tx.query<RehearsalRow>(
    `select ${COLUMNS} ${FROM} where r.org_id = $1::uuid and r.id = $2::uuid and r.finished_at is null
     for update of r skip locked`,
    [orgId, id],
  );
  return rows[0];
}

export type NewRehearsal = {
  id: string;
  policyId: string;
  versionId: string;
  batchId: string | null;
  total: number;
  creatorId: number | null;
};

/** A rehearsal without a batch has nothing to decide, so it is done at once. */
export async function insertRehearsal(tx: Db, orgId: string, given: NewRehearsal): Promise<void> {
  await tx.run(
    `insert into rehearsals (id, org_id, policy_id, version_id, batch_id, status, total, created_by, started_at, finished_at)
     values ($2::uuid, $1::uuid, $3::uuid, $4::uuid, $5::uuid, case when $5::uuid is null then 'done' else 'running' end,
       $6::int, $7::int, clock_timestamp(), case when $5::uuid is null then clock_timestamp() end)`,
    [orgId, given.id, given.policyId, given.versionId, given.batchId, given.total, given.creatorId],
  );
}

export async function endRehearsal(
  tx: Db,
  orgId: string,
  id: string,
  end: { status: 'done' | 'cancelled'; reason: string | null },
): Promise<void> {
  await tx.run(
    `update rehearsals set status = $3, reason = $4, finished_at = clock_timestamp(), claim_id = null, settle_at = null
     where org_id = $1::uuid and id = $2::uuid and finished_at is null`,
    [orgId, id, end.status, end.reason],
  );
}

export async function noteCancel(tx: Db, orgId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    `update rehearsals set cancel_asked_at = clock_timestamp()
     where org_id = $1::uuid and id = $2::uuid and finished_at is null and cancel_asked_at is null`,
    [orgId, id],
  );
  return changed > 0;
}

/** Returns false if the rehearsal is not cancelled. */
export async function reopenRehearsal(tx: Db, orgId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    `update rehearsals set status = 'running', reason = null, finished_at = null, cancel_asked_at = null
     where org_id = $1::uuid and id = $2::uuid and status = 'cancelled'`,
    [orgId, id],
  );
  return changed > 0;
}
