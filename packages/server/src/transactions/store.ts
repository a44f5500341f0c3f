import type { Role } from '@errand/contract/roles.ts';
import type { DetectionRules, DetectionRun, TransactionSource } from '@errand/contract/transactions.ts';
import type { Link } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// Where the transactions of a queue are, and the runs that look for patterns in them.

export type ReadFrom = { connection: string; query: string };
/** Who set the source up: rows are read with their right. */
export type ReadAs = { user_id: number | null; key_id: string | null; role: Role };
export type RunRead = { query_id: string; statement: string; at: string };

export type SourceRow = {
  queue_id: string;
  table: string;
  columns: TransactionSource['columns'];
  identifier: string;
  rules: DetectionRules;
  read_from: ReadFrom | null;
  read_as: ReadAs | null;
  updated_at: Date;
};

export async function findSource(db: Db, orgId: string, queueId: string): Promise<SourceRow | undefined> {
  const rows = await db.query<SourceRow>(
    `select queue_id, table_name as "table", columns, identifier, rules, read_from, read_as, updated_at
     from transaction_sources
     where org_id = $1 and queue_id = $2`,
    [orgId, queueId],
  );
  return rows[0];
}

export async function saveSource(tx: Db, orgId: string, source: Omit<SourceRow, 'updated_at'>): Promise<void> {
  await tx.run(
    `insert into transaction_sources (queue_id, org_id, table_name, columns, identifier, rules, read_from, read_as)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (queue_id) do update set table_name = $3, columns = $4, identifier = $5, rules = $6, read_from = $7,
       read_as = $8, updated_at = now()`,
    [
      source.queue_id,
      orgId,
      source.table,
      JSON.stringify(source.columns),
      source.identifier,
      JSON.stringify(source.rules),
      source.read_from && JSON.stringify(source.read_from),
      source.read_as && JSON.stringify(source.read_as),
    ],
  );
}

export async function deleteSource(tx: Db, orgId: string, queueId: string): Promise<boolean> {
  return (await tx.run('delete from transaction_sources where org_id = $1 and queue_id = $2', [orgId, queueId])) > 0;
}

export type RunSource = Pick<SourceRow, 'table' | 'columns' | 'identifier' | 'rules'>;
export type RunRow = {
  id: string;
  queue_id: string;
  source: RunSource;
  read: RunRead | null;
  since: Date | null;
  until: Date | null;
  row_count: number | null;
  unusable_count: number | null;
  findings: DetectionRun['findings'];
  alerts_created: number;
  alerts_known: number;
  problem: string | null;
  actor: Link;
  created_at: Date;
  finished_at: Date | null;
};

export const runRows: LeasedRows = {
  name: 'detection_runs',
  table: 'detection_runs',
  open: 't.finished_at is null',
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'finished_at = clock_timestamp()',
  since: 'coalesce(t.due_at, t.created_at)',
};

const RUN = `r.id, r.queue_id, r.source, r.read, r.since, r.until, r.row_count::float8 as row_count,
  r.unusable_count::float8 as unusable_count, r.findings, r.alerts_created, r.alerts_known, r.problem, r.actor,
  r.created_at, r.finished_at`;

/** Returns false if a run of the queue is in progress. */
export async function insertRun(
  tx: Db,
  caller: Caller,
  given: {
    id: string;
    queueId: string;
    source: RunSource;
    read_from: ReadFrom | null;
    read_as: ReadAs | null;
    since?: string;
    until?: string;
    actor: Link;
  },
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into detection_runs (id, org_id, queue_id, source, since, until, actor, user_id, key_id, role,
       read_from, read_as)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (queue_id) where finished_at is null do nothing`,
    [
      given.id,
      caller.orgId,
      given.queueId,
      JSON.stringify(given.source),
      given.since ?? null,
      given.until ?? null,
      JSON.stringify(given.actor),
      caller.userId,
      caller.keyId,
      caller.role,
      given.read_from && JSON.stringify(given.read_from),
      given.read_as && JSON.stringify(given.read_as),
    ],
  );
  return inserted > 0;
}

export async function findRun(db: Db, orgId: string, id: string): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(`select ${RUN} from detection_runs r where r.org_id = $1 and r.id = $2`, [
    orgId,
    id,
  ]);
  return rows[0];
}

export const listRuns = (db: Db, orgId: string, queueId: string | undefined, page: Page): Promise<Listed<RunRow>> =>
  listPage(db, {
    columns: RUN,
    from: 'detection_runs r',
    where: 'r.org_id = $1 and ($2::uuid is null or r.queue_id = $2)',
    order: 'r.id desc',
    values: [orgId, queueId ?? null],
    page,
  });

/** What a run has found so far, for those who wait for it. */
export async function saveProgress(
  db: Db,
  id: string,
  { rows, unusable, findings }: { rows: number; unusable: number; findings: DetectionRun['findings'] },
): Promise<void> {
  await db.run('update detection_runs set row_count = $2, unusable_count = $3, findings = $4 where id = $1', [
    id,
    rows,
    unusable,
    JSON.stringify(findings),
  ]);
}

export async function saveRead(db: Db, id: string, read: RunRead): Promise<void> {
  await db.run('update detection_runs set read = $2 where id = $1', [id, JSON.stringify(read)]);
}

export async function countAlerts(tx: Db, id: string, created: number, known: number): Promise<void> {
  await tx.run('update detection_runs set alerts_created = $2, alerts_known = $3 where id = $1', [id, created, known]);
}
