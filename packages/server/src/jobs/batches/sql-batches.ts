import { createHash } from 'node:crypto';
import { checkAgentsFeature } from '#orgs/organizations.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { invalidFields, invalidInputs } from '#platform/errors.ts';
import { isUuid, newId } from '#platform/ids.ts';
import type { AgentBatch, AgentEstimate, AgentJob, AgentResult, Agents } from '#workspace/queries/agents.ts';
import { findQuery } from '#workspace/queries/store.ts';
import type { Canceller } from '../queue/cancel-job.ts';
import { outputViews } from '../read/views.ts';
import { isFinal, jobStatus, priority } from '../record/model.ts';
import { listRecords } from '../record/store.ts';
import { InvalidRuns } from '../start/invalid-runs.ts';
import { emptyRequest, type RunRequest } from '../start/run-request.ts';
import type { Starter } from '../start/start-job.ts';
import type { StartOptions } from '../start/start-options.ts';
import { insertBatch } from './batches.ts';

// Agents for the SQL workspace: the calls of a statement run as a batch.

const PAGE = 1_000;

export function createSqlAgents(deps: { database: Database; starter: Starter; canceller: Canceller }): Agents {
  const { database, starter } = deps;
  return {
    start: (batch) => startSqlBatch(database, starter, batch),
    async isStarted(orgId, queryId, key) {
      const rows = await database.queue.query('select 1 as one from batches where org_id = $1 and id = $2', [
        orgId,
        batchIdOf(queryId, key),
      ]);
      return rows.length > 0;
    },
    async countJobs(orgId, queryId, batchIds) {
      const rows = await database.queue.query<{ total: number; waiting: number; awaited: number; cost: number }>(
        `select coalesce(sum(b.total), 0) as total, coalesce(sum(b.spent), 0) as cost, coalesce(sum(w.waiting), 0) as waiting,
            coalesce(sum(w.waiting) filter (where b.id = any($3::uuid[])), 0) as awaited
          from batches b cross join lateral (
            select count(*) as waiting from jobs j join job_queue q on q.job_id = j.id where j.batch_id = b.id) w
          where b.org_id = $1 and b.worksheet_query_id = $2`,
        [orgId, queryId, batchIds],
      );
      const { total, waiting, awaited, cost } = rows[0]!;
      return { total, done: total - waiting, cost, awaited };
    },
    async sumBatches(orgId, batchIds) {
      const rows = await database.queue.query<{ jobs: number; cost: number }>(
        `select coalesce(sum(total), 0) as jobs, coalesce(sum(spent), 0) as cost from batches
          where org_id = $1 and id = any($2::uuid[])`,
        [orgId, batchIds],
      );
      return rows[0]!;
    },
    estimate: (orgId, agentId) => estimateAgent(database.queue, orgId, agentId),
    async findResults(orgId, jobIds) {
      const results = new Map<string, AgentResult>();
      for (let at = 0; at < jobIds.length; at += PAGE) {
        for (const job of await listRecords(database.queue, orgId, jobIds.slice(at, at + PAGE))) {
          const outputs = outputViews(job);
          const value = outputs.length === 0 ? null : resultText(outputs);
          results.set(job.id, {
            status: job.status,
            isFinal: isFinal(job.status),
            value: isFinal(job.status) ? value : null,
            error: job.errorMessage,
          });
        }
      }
      return results;
    },
    async cancelWaiting(orgId, queryId) {
      const batches = await database.queue.query<{ id: string }>(
        'select id from batches where org_id = $1 and worksheet_query_id = $2',
        [orgId, queryId],
      );
      for (const { id } of batches) await deps.canceller.cancelWaitingBatchJobs(orgId, id);
    },
  };
}

/** Estimates from the last successful jobs among the last thousand. Cached ones say nothing about new jobs. */
export async function estimateAgent(db: Db, orgId: string, agentId: string): Promise<AgentEstimate | undefined> {
  const rows = await db.query<{
    name: string;
    jobs: number;
    cost: number | null;
    cost_max: number | null;
    ms: number | null;
  }>(
    `select a.name, count(r.cost)::int as jobs, avg(r.cost)::float8 as cost, max(r.cost)::float8 as cost_max,
        percentile_cont(0.5) within group (order by r.duration_ms) as ms
      from agents a left join lateral (
        select r.cost, r.duration_ms
          from (select id from jobs where agent_id = a.id and org_id = $1::uuid order by id desc limit 1000) j
          join job_results r on r.job_id = j.id
          where r.status = ${jobStatus.success} order by j.id desc limit 100) r on true
      where a.org_id = $1::uuid and a.id = $2::uuid group by a.name`,
    [orgId, agentId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { name: row.name, jobs: row.jobs, costPerJob: row.cost, costPerJobMax: row.cost_max, medianMs: row.ms };
}

/** Returns the value of a single output, or a JSON object of all outputs by key. */
function resultText(outputs: { key: string; value: string }[]): string {
  if (outputs.length === 1) return outputs[0]!.value;
  return JSON.stringify(Object.fromEntries(outputs.map(({ key, value }) => [key, value])));
}

/**
 * Derives the id of a batch: the time is that of the query, the rest is a hash of the key. So a query that continues
 * after days finds what it has started, although idempotency keys expire.
 */
function batchIdOf(queryId: string, key: string): string {
  const hash = createHash('sha256').update(`${queryId} ${key}`).digest('hex');
  return `${queryId.slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** Starts the calls of a statement together. Calls with invalid inputs get an error each. */
async function startSqlBatch(
  database: Database,
  starter: Starter,
  batch: AgentBatch,
): Promise<{ batchId: string | null; jobs: AgentJob[] }> {
  const { caller, agentId, inputs, queryId } = batch;
  await checkAgentsFeature(database.system, caller.orgId);
  const metadata = JSON.stringify({ source: 'sql', query_id: queryId });
  const batchId = batchIdOf(queryId, batch.key);
  const jobs: AgentJob[] = inputs.map(() => ({ error: 'The job was not started because its inputs are invalid.' }));
  const findRowJobs = async (): Promise<boolean> => {
    const rows = await listRowJobs(database.queue, caller.orgId, batchId);
    for (const { index, jobId } of rows) jobs[index] = { jobId };
    return rows.length > 0;
  };
  if (await findRowJobs()) return { batchId, jobs };
  let left = inputs.map((nested, index) => ({ request: { ...emptyRequest, nested, metadata } as RunRequest, index }));
  const bodyHash = createHash('sha256').update(JSON.stringify(inputs)).digest();
  while (left.length > 0) {
    const current = left;
    try {
      // The key makes sure that two processes that both believe to own the query start it only once.
      await starter.start(
        current.map(({ request }) => request),
        {
          caller,
          target: { agentId },
          origin: 'sql',
          priority: priority.bulk,
          skipCache: false,
          idempotency: { key: batch.key, path: '/sql/', bodyHash },
          batchId,
          batchIndexes: current.map(({ index }) => index),
          alongside: (tx, snapshot) =>
            insertBatch(tx, caller, {
              id: batchId,
              agentId: snapshot.agentId,
              versionId: snapshot.version.id,
              name: 'SQL',
              origin: 'sql',
              total: current.length,
              metadata,
              maxCost: batch.maxCost,
              worksheetQueryId: queryId,
            }),
        },
      );
      await findRowJobs();
      return { batchId, jobs };
    } catch (error) {
      if (!(error instanceof InvalidRuns)) throw error;
      const refused = new Map(error.problems.map(({ index, text }) => [index, text]));
      for (const [index, text] of refused) jobs[current[index]!.index] = { error: text };
      left = current.filter((_one, index) => !refused.has(index));
    }
  }
  return { batchId: null, jobs };
}

/** Ties jobs of run-many to a query of the caller, as a batch. Refuses a query that is unknown or cancelled. */
export async function tieToQuery(
  database: Database,
  caller: Caller,
  given: unknown,
  total: number,
): Promise<Pick<StartOptions, 'batchId' | 'alongside'>> {
  if (given === undefined || given === null) return {};
  const queryId = typeof given === 'string' && isUuid(given) ? given.toLowerCase() : undefined;
  if (queryId === undefined) throw invalidFields({ worksheet_query_id: ['Not a UUID.'] });
  const query = await findQuery(database.tenant(caller.orgId), caller.orgId, queryId);
  if (query === undefined) throw invalidInputs(['No query has this worksheet_query_id.']);
  if (query.status === 'REVOKED') throw invalidInputs(['The query was cancelled.']);
  const id = newId();
  return {
    batchId: id,
    alongside: (tx, snapshot) =>
      insertBatch(tx, caller, {
        id,
        agentId: snapshot.agentId,
        versionId: snapshot.version.id,
        name: 'SQL',
        origin: 'sql',
        total,
        metadata: null,
        maxCost: null,
        worksheetQueryId: queryId,
      }),
  };
}

export async function listBatchJobIds(
  database: Database,
  { orgId }: Caller,
  { repeatedJobIds }: { repeatedJobIds: string[] },
): Promise<string[]> {
  return (await listRowJobs(database.queue, orgId, repeatedJobIds[0]!)).map(({ jobId }) => jobId);
}

async function listRowJobs(db: Db, orgId: string, batchId: string): Promise<{ index: number; jobId: string }[]> {
  return db.query(
    `select distinct on (batch_index) batch_index as index, id as "jobId" from jobs
      where org_id = $1 and batch_id = $2 order by batch_index, id desc`,
    [orgId, batchId],
  );
}
