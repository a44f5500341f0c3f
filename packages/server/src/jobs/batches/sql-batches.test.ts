import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { isUuid, newId } from '#platform/ids.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { InvalidRuns } from '../start/invalid-runs.ts';
import type { RunRequest } from '../start/run-request.ts';
import type { Starter } from '../start/start-job.ts';
import type { StartOptions } from '../start/start-options.ts';
import { createSqlAgents, tieToQuery } from './sql-batches.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const queryId = newId();
const batch = { caller, agentId: 'a', inputs: [{ n: 0 }, { n: 1 }, { n: 2 }], queryId, key: 'k', maxCost: null };

/** Starts jobs that are found in their places afterwards. Inputs whose number is in `bad` are refused. */
function world({ bad = [] as number[], enabled = true, already = [] as number[] } = {}) {
  const places = new Map<number, string>(already.map((place) => [place, `old ${place}`]));
  const db = scriptedDb({
    'from organizations': [{ enabled }],
    'distinct on (batch_index)': () => [...places].map(([place, jobId]) => ({ place, jobId })),
  });
  const ids: (string | undefined)[] = [];
  const starter = {
    async start(requests: RunRequest[], options: StartOptions) {
      const wrong = requests.flatMap(({ nested }, index) =>
        bad.includes(Number(nested!.n)) ? [{ index, text: `n ${nested!.n} does not fit` }] : [],
      );
      // One at a time, as when a limit is reached in between.
      if (wrong.length > 0) throw new InvalidRuns(wrong.slice(0, 1));
      ids.push(options.batchId);
      for (const place of options.batchIndexes!) places.set(place, `job ${place}`);
    },
  } as unknown as Starter;
  const agents = createSqlAgents({ database: scriptedDatabase(db), starter, canceller: {} as never });
  return { ids, agents };
}

test('every call of a statement gets its job', async () => {
  const { jobs, batchId } = await world().agents.start(batch);
  assert.deepEqual(jobs, [{ jobId: 'job 0' }, { jobId: 'job 1' }, { jobId: 'job 2' }]);
  assert.ok(isUuid(batchId!));
});

test('calls whose inputs do not fit get their own error, and the others start in their places', async () => {
  const { jobs } = await world({ bad: [0, 2] }).agents.start(batch);
  assert.deepEqual(jobs, [{ error: 'n 0 does not fit' }, { jobId: 'job 1' }, { error: 'n 2 does not fit' }]);
});

test('when no call fits, there is no batch', async () => {
  const { jobs, batchId } = await world({ bad: [0, 1, 2] }).agents.start(batch);
  assert.equal(batchId, null);
  assert.ok(jobs.every((job) => 'error' in job));
});

test('a statement that continues finds what it has started, and starts it once', async () => {
  const { ids, agents } = world({ already: [0, 2] });
  const { jobs } = await agents.start(batch);
  assert.deepEqual([jobs[0], 'error' in jobs[1]!, jobs[2]], [{ jobId: 'old 0' }, true, { jobId: 'old 2' }]);
  assert.deepEqual(ids, []);
});

test('the id of a batch follows from query and key, and sorts with its query', async () => {
  const idOf = async (over: object) => (await world().agents.start({ ...batch, ...over })).batchId!;
  const id = await idOf({});
  assert.equal(await idOf({}), id);
  assert.notEqual(await idOf({ key: 'other' }), id);
  assert.equal(id.slice(0, 13), queryId.slice(0, 13));
});

test('an organization without agents starts none from SQL', async () => {
  await assert.rejects(world({ enabled: false }).agents.start(batch), { code: 'feature_disabled' });
});

const tie = (given: unknown, rows: object[] = []) =>
  tieToQuery(scriptedDatabase(scriptedDb({ worksheet_queries: rows })), caller, given, 1);

test('jobs are tied to a query of the organization that is not cancelled', async () => {
  assert.deepEqual(await tie(undefined), {});
  assert.deepEqual(await tie(null), {});
  await assert.rejects(tie('nonsense'), { code: 'invalid_fields' });
  await assert.rejects(tie(queryId), { code: 'invalid_inputs' });
  await assert.rejects(tie(queryId, [{ status: 'REVOKED' }]), { code: 'invalid_inputs' });
  assert.ok(isUuid((await tie(queryId.toUpperCase(), [{ status: 'RUNNING' }])).batchId!));
});
