import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { LEASE_SECONDS } from '#platform/leased-work/rows.ts';
import { currentCarrier } from '#platform/tracing.ts';
import type { Column, ConnectionRead, PinnedTable } from '../model/table.ts';

export type QueryStatus = 'PENDING' | 'STARTED' | 'SUCCESS' | 'FAILURE' | 'REVOKED';

/** Prefix of a query's objects in storage. Not a folder: making a folder durable takes longer than a file. */
export const resultPrefix = (orgId: string, queryId: string): string => `queries/${orgId}/${queryId}-`;

// Queries: text, progress and results. Every write by the running process is guarded by its claim.

export type QueryKind = 'async' | 'sync' | 'table';

/** The result of one statement. Its rows are an object in storage. */
export type StatementRecord = {
  query: string;
  queryId: string;
  columns: Column[];
  rows: number;
  truncated: boolean;
  rowsKey: string | null;
  offsets: number[];
  bytes: number;
  readRows: number;
  readBytes: number;
  writtenRows: number;
  writtenBytes: number;
  startedAt: number;
  endedAt: number;
  /** Only when it called agents. */
  agents?: AgentsSummary;
  /** Only when it read rows through connections. */
  reads?: (ConnectionRead & { rows: number })[];
  /** Only for a truncated result: the input to compute the whole one. */
  pins?: PinnedTable[];
  rounds?: string[];
};

/** Agent calls of one round: the distinct ones, the batches started for them, and their answers. */
export type Round = {
  callsKey: string;
  batchIds: string[];
  answersKey: string | null;
  /** The jobs of its calls, line by line, once all are started. */
  jobsKey?: string;
};
export type Progress = {
  id: string;
  pins: PinnedTable[];
  rounds: Round[];
  /** Calls without an answer, with reasons. Absent if a process of an older version started the query. */
  failed?: number;
  errors?: CallError[];
};

/** Why calls returned no answer, and how many rows are null because of it. */
export type CallError = { message: string; rows: number };
/** A null cell of the result with its job. The job id is null if no job could be started. */
export type FailedCell = { row: number; column: number; job_id: string | null; error: string };
export type AgentsSummary = {
  jobs: number;
  failed: number;
  cost: number;
  errors: CallError[];
  failed_cells?: FailedCell[];
};

export type NewQuery = {
  id: string;
  taskId: string;
  kind: QueryKind;
  worksheetId: string | null;
  query: string;
  useAdmin: boolean;
  rowLimit: number;
  maxCost: number | null;
  creatorId: number | null;
  keyId: string | null;
  role: string;
  /** Set if the inserting process runs the query itself. */
  claimId: string | null;
};

export type QueryRow = {
  id: string;
  orgId: string;
  orgName: string;
  kind: QueryKind;
  query: string;
  taskId: string;
  status: QueryStatus;
  error: string | null;
  statements: StatementRecord[];
  jobsTotal: number;
  jobsDone: number;
  cost: number;
  maxCost: number | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  worksheet: { id: string; name: string } | null;
  creatorId: number | null;
  creatorEmail: string | null;
  creatorFirstName: string | null;
  creatorLastName: string | null;
};

export const queryRows: LeasedRows = {
  name: 'queries',
  table: 'worksheet_queries',
  open: `t.status in ('PENDING', 'STARTED')`,
  due: 'lease_until',
  claim: 'claim_id',
  attempts: 'attempt',
  since: 'coalesce(t.lease_until, t.created_at)',
  claimsItself: true,
};

const LEASE = `make_interval(secs => ${LEASE_SECONDS})`;

const selectWith = (
  statements: string,
): string => `select q.id, q.org_id as "orgId", o.name as "orgName", q.kind, q.query, q.task_id as "taskId", q.status, q.error,
    ${statements}, q.jobs_total as "jobsTotal", q.jobs_done as "jobsDone", q.cost, q.max_cost as "maxCost",
    q.created_at as "createdAt", q.updated_at as "updatedAt", q.started_at as "startedAt", q.finished_at as "finishedAt",
    case when w.id is null then null else json_build_object('id', w.id, 'name', w.name) end as worksheet,
    q.creator_id as "creatorId", u.email as "creatorEmail", u.first_name as "creatorFirstName", u.last_name as "creatorLastName"
  from worksheet_queries q join organizations o on o.id = q.org_id
    left join worksheets w on w.id = q.worksheet_id left join users u on u.id = q.creator_id`;

export async function insertQuery(db: Db, orgId: string, query: NewQuery): Promise<void> {
  await db.run(
    `insert into worksheet_queries (id, org_id, worksheet_id, kind, query, use_admin, row_limit, max_cost, task_id, status,
        claim_id, lease_until, attempt, creator_id, key_id, role, trace, cause, started_at)
      select id, $1::uuid, "worksheetId", kind, query, "useAdmin", "rowLimit", "maxCost", "taskId",
        case when "claimId" is null then 'PENDING' else 'STARTED' end, "claimId",
        case when "claimId" is not null then now() + ${LEASE} end,
        case when "claimId" is null then 0 else 1 end, "creatorId", "keyId", role, trace, cause,
        case when "claimId" is not null then now() end
      from json_to_record($2::json) as given (id uuid, "worksheetId" uuid, kind text, query text, "useAdmin" boolean,
        "rowLimit" int, "maxCost" numeric, "taskId" uuid, "claimId" uuid, "creatorId" int, "keyId" uuid, role text,
        trace text, cause json)`,
    [orgId, JSON.stringify({ ...query, trace: currentCarrier() })],
  );
}

export async function findQuery(db: Db, orgId: string, queryId: string): Promise<QueryRow | undefined> {
  const rows = await db.query<QueryRow>(`${selectWith('q.statements')} where q.org_id = $1 and q.id = $2`, [
    orgId,
    queryId,
  ]);
  return rows[0];
}

export async function listQueries(
  db: Db,
  orgId: string,
  filter: { worksheetId: string | undefined },
  page: { size: number; offset: number },
): Promise<{ count: number; rows: QueryRow[] }> {
  const where = `where q.org_id = $1 and q.kind <> 'table' and ($2::uuid is null or q.worksheet_id = $2)`;
  const values = [orgId, filter.worksheetId ?? null];
  const counted = await db.query<{ count: number }>(
    `select count(*) as count from worksheet_queries q ${where}`,
    values,
  );
  // A list omits the results of statements.
  const select = selectWith("'[]'::json as statements");
  const rows = await db.query<QueryRow>(`${select} ${where} order by q.id desc limit $3 offset $4`, [
    ...values,
    page.size,
    page.offset,
  ]);
  return { count: counted[0]!.count, rows };
}

/** Returns the organization of a query for any caller, to distinguish "forbidden" from "not found". */
export async function findQueryOwner(system: Db, queryId: string): Promise<string | undefined> {
  const rows = await system.query<{ org_id: string }>('select org_id from worksheet_queries where id = $1', [queryId]);
  return rows[0]?.org_id;
}

/** Cancels a query. Returns false if it was already final. The process that runs it loses its claim. */
export async function cancelQuery(db: Db, orgId: string, queryId: string): Promise<boolean> {
  const changed = await db.run(
    `update worksheet_queries set status = 'REVOKED', error = 'The query was cancelled.', finished_at = now(), updated_at = now(),
        claim_id = null, lease_until = null where org_id = $1 and id = $2 and status in ('PENDING', 'STARTED')`,
    [orgId, queryId],
  );
  return changed > 0;
}

/** Returns the progress of the running statement, if any is stored. */
export async function findProgress(db: Db, orgId: string, queryId: string): Promise<Progress | undefined> {
  const [row] = await db.query<{ progress: Progress | null }>(
    `select progress from worksheet_queries where org_id = $1 and id = $2 and status = 'STARTED'`,
    [orgId, queryId],
  );
  return row?.progress ?? undefined;
}
