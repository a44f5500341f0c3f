import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import type { BatchRun, BatchRunKind } from './kind.ts';

// The tables of runs on a batch. Names of tables and columns come from the kinds, which are constants.

type Kind = Pick<BatchRunKind<BatchRun>, 'table' | 'parent' | 'columns' | 'joins' | 'open'>;

const OPEN = 'select count(*)::int from job_queue q where q.batch_id = r.batch_id';

const columnsOf = ({ columns, open = OPEN }: Kind): string =>
  `r.id, r.org_id, r.batch_id, r.status, r.reason, r.total, r.cancel_asked_at, r.created_by, r.started_at, r.finished_at,
   coalesce(b.spent, 0) as cost, b.max_cost, case when r.finished_at is not null then 0 else (${open}) end as open, ${columns}`;

const joinsOf = ({ joins = '' }: Kind): string => `left join batches b on b.id = r.batch_id ${joins}`;

/** `by` is the column that has the value. */
export async function findBatchRun<Row extends BatchRun>(
  db: Db,
  kind: BatchRunKind<Row>,
  orgId: string,
  by: 'id' | 'batch_id',
  value: string,
): Promise<Row | undefined> {
  const rows = await db.query<Row>(
    `select ${columnsOf(kind)} from ${kind.table} r ${joinsOf(kind)} where r.org_id = $1::uuid and r.${by} = $2::uuid`,
    [orgId, value],
  );
  return rows[0];
}

/** Lists the runs of a set, a policy or whatever they belong to, newest first. */
export const listBatchRuns = <Row extends BatchRun>(
  db: Db,
  kind: BatchRunKind<Row>,
  orgId: string,
  parentId: string,
  page: Page,
): Promise<Listed<Row>> =>
  listPage<Row>(db, {
    columns: columnsOf(kind),
    from: `${kind.table} r`,
    joins: joinsOf(kind),
    where: `r.org_id = $1::uuid and r.${kind.parent} = $2::uuid`,
    order: 'r.id desc',
    values: [orgId, parentId],
    page,
  });

/** Runs whose jobs have all ended, to be settled. */
export const settledRowsOf = (table: string): LeasedRows => ({
  name: table,
  table,
  open: 't.finished_at is null and not exists (select from job_queue q where q.batch_id = t.batch_id)',
  due: 'settle_at',
  claim: 'claim_id',
  attempts: 'attempts',
});

/** Returns undefined if the run has ended or another process has locked it. */
export async function lockOpenRun<Row extends BatchRun>(
  tx: Db,
  kind: BatchRunKind<Row>,
  orgId: string,
  id: string,
): Promise<Row | undefined> {
  const rows = await tx.query<Row>(
    `select ${columnsOf(kind)} from ${kind.table} r ${joinsOf(kind)}
     where r.org_id = $1::uuid and r.id = $2::uuid and r.finished_at is null for update of r skip locked`,
    [orgId, id],
  );
  return rows[0];
}

export type RunEnd = { status: 'done' | 'cancelled' | 'failed'; reason: string | null };

/** `found` is what the run found out: columns of the kind, written with values from `$5` on. */
export async function endRun(
  tx: Db,
  { table }: Kind,
  run: BatchRun,
  { status, reason }: RunEnd,
  found?: { columns: string; values: unknown[] },
): Promise<void> {
  await tx.run(
    `update ${table} set status = $3, reason = $4, finished_at = clock_timestamp(), claim_id = null, settle_at = null
       ${found ? `, ${found.columns}` : ''}
     where org_id = $1::uuid and id = $2::uuid and finished_at is null`,
    [run.org_id, run.id, status, reason, ...(found?.values ?? [])],
  );
}

/** Returns false if the run has ended or is being cancelled already. */
export async function noteCancel(tx: Db, { table }: Kind, run: BatchRun): Promise<boolean> {
  const changed = await tx.run(
    `update ${table} set cancel_asked_at = clock_timestamp()
     where org_id = $1::uuid and id = $2::uuid and finished_at is null and cancel_asked_at is null`,
    [run.org_id, run.id],
  );
  return changed > 0;
}

/** Returns false if the run is not cancelled. */
export async function reopenRun(tx: Db, { table }: Kind, run: BatchRun): Promise<boolean> {
  const changed = await tx.run(
    `update ${table} set status = 'running', reason = null, finished_at = null, cancel_asked_at = null
     where org_id = $1::uuid and id = $2::uuid and status = 'cancelled'`,
    [run.org_id, run.id],
  );
  return changed > 0;
}

/** The ids of earlier jobs at the place of job `j`: a resumed run takes their answered model calls. */
export const earlierJobs = `array(select older.id::text from jobs older where older.org_id = j.org_id
  and older.batch_id = j.batch_id and older.batch_index = j.batch_index and older.id < j.id)`;
