import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db, Transactor } from '#platform/db.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent } from '../../../test/runs.ts';
import { listAllJobs } from '../read/list-all-jobs.ts';
import { jobStatus } from '../record/model.ts';
import { type ClaimedJob, claimJobs } from './claim.ts';
import { finishJobs } from './finish.ts';
import { giveBackJobs } from './release.ts';

// The queue is empty most of the time, and PostgreSQL learns that it has no rows. Its plans must work for a backlog
// too.

const BACKLOG = 1_000;
const QUOTA = 20;

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));
const { system } = harness.database;
const org = await harness.org();
const agent = await createAgent(org, 'HttpEngine', {
  inputs: [{ key: 'text' }],
  config: { url: 'https://example.com' },
});
const [row] = await system.query<{ id: string }>(
  `insert into workers (id, host, pid, role, concurrency, version, last_seen)
    values (gen_random_uuid(), 'elsewhere', 1, 'worker', 1, '0', now() + interval '1 hour') returning id`,
);
const workerId = row!.id;
const inputs = Array.from({ length: BACKLOG }, (_, index) => ({ text: String(index) }));
const startAll = async () => {
  await org.expect(201, 'POST', `/v1/agents/run/${agent.id}/batches/`, { inputs });
};
await startAll();
await system.run('delete from job_queue');
await system.run('analyze job_queue');
await startAll();

/** Counts what `work` reads of a table by its indexes and without them. */
async function countReads<T>(
  table: string,
  work: (tx: Db) => Promise<T>,
  database: Transactor = harness.database.queue,
): Promise<{ result: T; rows: number }> {
  return database.tx(async (tx) => {
    const read = async (): Promise<number> => {
      const [row] = await tx.query<{ rows: number }>(
        'select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables where relname = $1',
        [table],
      );
      return Number(row!.rows);
    };
    const earlier = await read();
    const result = await work(tx);
    return { result, rows: (await read()) - earlier };
  });
}

const claim = (tx: Db): Promise<ClaimedJob[]> => {
  const since = new Date(0);
  const lane = { orgId: org.orgId, quota: QUOTA, since: [since, since, since] as const, wide: true, limit: null };
  return claimJobs(tx as unknown as Transactor, workerId, [lane], { suspects: true }).then(({ jobs }) => jobs);
};

test('claims, ends and returns of jobs read the rows they change, however many wait', async () => {
  const taken = await countReads('job_queue', claim);
  assert.equal(taken.result.length, QUOTA);
  assert.ok(taken.rows <= 4 * QUOTA, `the claim read ${taken.rows} rows`);

  const ends = taken.result.map((job) => ({
    ...job,
    status: jobStatus.success,
    outputs: [],
    errorCode: null,
    errorMessage: null,
    inputTokens: null,
    outputTokens: null,
    cost: 0,
    ownCost: 0,
    uiFields: null,
    trust: null,
    needsReview: null,
    cacheKey: null,
  }));
  const ended = await countReads('job_queue', (tx) => finishJobs(tx, ends));
  assert.equal(ended.result.length, QUOTA);
  assert.ok(ended.rows <= 4 * QUOTA, `the end read ${ended.rows} rows`);

  const { result: more } = await countReads('job_queue', claim);
  const returned = await countReads('job_queue', (tx) => giveBackJobs(tx, { claims: more }, 'because'));
  assert.ok(returned.rows <= 4 * QUOTA, `the return read ${returned.rows} rows`);
});

test('pages of jobs read the rows of the jobs they show, however many wait', async () => {
  const shown = 20;
  const read = async (tx: Db): Promise<void> => {
    const { results } = await listAllJobs(tx, org.orgId, {}, { size: shown, columns: [] });
    assert.equal(results.length, shown);
  };
  const { rows } = await countReads('job_queue', read, harness.database.tenant(org.orgId));
  assert.ok(rows <= 2 * shown, `the page read ${rows} rows`);
});
