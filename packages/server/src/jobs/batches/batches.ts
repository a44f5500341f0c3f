import type { OutputItem } from '@errand/contract/jobs.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { parseJson } from '#platform/json.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { outputViews } from '../read/views.ts';
import { IS_WAITING } from '../record/display-sql.ts';
import { type JobInput, type JobStatus, type Origin, priority, statusNames } from '../record/model.ts';
import { joinQueue } from '../record/queue-row.ts';
import { itemName, type RunRequest } from '../start/run-request.ts';
import type { Target } from '../start/snapshots.ts';
import type { Starter } from '../start/start-job.ts';
import type { StartOptions } from '../start/start-options.ts';

// A batch is a list of jobs of one agent that are started together. A failed row can be run again: the new job takes
// its place, so only the newest job with the same index counts.

export type BatchOptions = {
  name: string;
  /** Defaults for the metadata of each item, as JSON text, or null. */
  metadata: string | null;
  maxCost: number | null;
  origin: Origin;
  skipCache: boolean;
  idempotency: StartOptions['idempotency'];
};

/** Starts a batch and returns its id, or the id of an earlier one with the same idempotency key. */
export async function startBatch(
  starter: Starter,
  caller: Caller,
  target: Target,
  requests: RunRequest[],
  options: BatchOptions,
): Promise<string> {
  const batchId = newId();
  const outcome = await starter.start(
    requests.map((request) => withMetadata(request, options.metadata)),
    {
      caller,
      target,
      origin: options.origin,
      priority: priority.bulk,
      skipCache: options.skipCache,
      idempotency: options.idempotency,
      batchId,
      itemName,
      alongside: (tx, snapshot) =>
        insertBatch(tx, caller, {
          ...options,
          id: batchId,
          agentId: snapshot.agentId,
          versionId: snapshot.version.id,
          total: requests.length,
        }),
    },
  );
  return 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0]! : batchId;
}

function withMetadata(request: RunRequest, batchMetadata: string | null): RunRequest {
  if (batchMetadata === null) return request;
  if (request.metadata === null) return { ...request, metadata: batchMetadata };
  const read = (text: string) => parseJson(text) as Record<string, unknown>;
  return { ...request, metadata: JSON.stringify({ ...read(batchMetadata), ...read(request.metadata) }) };
}

/** Inserts a batch. `worksheetQueryId` is the SQL query that it belongs to. */
export async function insertBatch(
  tx: Db,
  caller: Caller,
  batch: {
    id: string;
    agentId: string;
    versionId: string;
    name: string;
    origin: Origin;
    total: number;
    metadata: string | null;
    maxCost: number | null;
    worksheetQueryId?: string | undefined;
  },
): Promise<void> {
  await tx.run(
    `insert into batches (id, org_id, agent_id, version_id, name, origin, total, metadata, max_cost, creator_id,
        worksheet_query_id)
      select id, org_id, agent_id, version_id, name, origin, total, metadata::json, max_cost, creator_id,
        worksheet_query_id
      from json_to_record($1::json) as b (id uuid, org_id uuid, agent_id uuid, version_id uuid, name text, origin text,
        total int, metadata text, max_cost numeric, creator_id int, worksheet_query_id uuid)`,
    [
      JSON.stringify({
        id: batch.id,
        org_id: caller.orgId,
        agent_id: batch.agentId,
        version_id: batch.versionId,
        name: batch.name,
        origin: batch.origin,
        total: batch.total,
        metadata: batch.metadata,
        max_cost: batch.maxCost,
        creator_id: caller.userId,
        worksheet_query_id: batch.worksheetQueryId,
      }),
    ],
  );
}

export type BatchRow = {
  id: string;
  agent_id: string;
  version_id: string;
  name: string;
  total: number;
  max_cost: number | null;
  spent: number;
  created_at: Date;
};

const BATCH_COLUMNS = 'id, agent_id, version_id, name, total, max_cost, spent, created_at';

export async function findBatch(db: Db, orgId: string, batchId: string): Promise<BatchRow | undefined> {
  const rows = await db.query<BatchRow>(`select ${BATCH_COLUMNS} from batches where id = $2 and org_id = $1`, [
    orgId,
    batchId,
  ]);
  return rows[0];
}

export async function listBatches(db: Db, orgId: string, page: Page): Promise<Listed<BatchRow>> {
  return listPage<BatchRow>(db, {
    columns: BATCH_COLUMNS,
    from: 'batches',
    where: 'org_id = $1',
    order: 'id desc',
    values: [orgId],
    page,
  });
}

const NEWEST = `select distinct on (j.batch_id, j.batch_index) j.batch_id, j.batch_index, j.id from jobs j
  where j.org_id = $1 and j.batch_id = any($2::uuid[]) order by j.batch_id, j.batch_index, j.id desc`;

type CountRow = { batch_id: string; status: JobStatus; count: number; waiting: number; last_at: Date | null };

/** Returns batches with the counts of their jobs by status. */
export async function viewBatches(db: Db, orgId: string, batches: BatchRow[]) {
  const rows = await db.query<CountRow>(
    `select n.batch_id, coalesce(r.status, q.status) as status, count(*) as count, max(r.finished_at) as last_at,
        count(*) filter (where ${IS_WAITING}) as waiting
      from (${NEWEST}) n left join job_results r on r.job_id = n.id ${joinQueue('n.id')}
      group by 1, 2`,
    [orgId, batches.map((batch) => batch.id)],
  );
  const now = Date.now();
  return batches.map((batch) => {
    const counts = Object.fromEntries(statusNames.map((name) => [name, 0])) as Record<
      (typeof statusNames)[number],
      number
    >;
    const own = rows.filter((row) => row.batch_id === batch.id);
    for (const row of own) counts[statusNames[row.status]!] += row.count;
    const leftOut = batch.total - own.reduce((sum, { count }) => sum + count, 0);
    const open = counts.pending + counts.started + counts.retry;
    const done = batch.total - open;
    const lastAt = Math.max(0, ...own.map((row) => row.last_at?.getTime() ?? 0));
    return {
      id: batch.id,
      agent_id: batch.agent_id,
      name: batch.name,
      total: batch.total,
      counts,
      waiting: own.reduce((sum, row) => sum + row.waiting, 0),
      ...(open === 0 && leftOut > 0 && { left_out: leftOut }),
      cost: batch.spent,
      max_cost: batch.max_cost,
      created_at: batch.created_at.toISOString(),
      finished_at: open === 0 && lastAt > 0 ? new Date(lastAt).toISOString() : null,
      // Estimated from the pace so far.
      eta_seconds:
        open === 0 ? 0 : done === 0 ? null : Math.ceil(((now - batch.created_at.getTime()) / 1_000 / done) * open),
    };
  });
}

export type BatchJob = {
  index: number;
  id: string;
  status: JobStatus;
  inputs: JobInput[];
  metadata: Record<string, unknown> | null;
  outputs: OutputItem[];
  error_message: string | null;
  dataDeleted: boolean;
  timeoutSeconds: number;
  maxCost: number | null;
};

/** Lists the jobs of a batch in the order of its rows, page by page, so that results are never all in memory. */
export async function listBatchJobs(
  db: Db,
  orgId: string,
  batchId: string,
  afterIndex: number,
  limit: number,
): Promise<BatchJob[]> {
  const rows = await db.query<
    Omit<BatchJob, 'dataDeleted' | 'outputs'> & { data_deleted: boolean; outputs: OutputItem[] | null }
  >(
    `select n.batch_index as index, n.id, coalesce(r.status, q.status) as status, j.inputs, j.metadata, r.outputs, r.error_message,
        r.data_deleted_at is not null as data_deleted, j.timeout_seconds as "timeoutSeconds", j.max_cost as "maxCost"
      from (select distinct on (batch_index) batch_index, id from jobs
        where org_id = $1 and batch_id = $2 and batch_index > $3 order by batch_index, id desc limit $4) n
      join jobs j on j.id = n.id left join job_results r on r.job_id = n.id ${joinQueue('n.id')}
      order by n.batch_index`,
    [orgId, batchId, afterIndex, limit],
  );
  return rows.map(({ data_deleted: dataDeleted, ...row }) => ({
    ...row,
    dataDeleted,
    outputs: outputViews({ status: row.status, outputs: row.outputs ?? [], dataDeleted }),
  }));
}
