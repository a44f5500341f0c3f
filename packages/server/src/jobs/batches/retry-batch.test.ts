import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { jobStatus } from '../record/model.ts';
import type { Watcher } from '../record/watch.ts';
import type { RunRequest } from '../start/run-request.ts';
import type { Starter } from '../start/start-job.ts';
import type { StartOptions } from '../start/start-options.ts';
import type { BatchRow } from './batches.ts';
import { retryFailed } from './retry-batch.ts';
import { untilBatchEnds } from './wait-for-batch.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const batch = { id: 'b', agent_id: 'a', version_id: 'v' } as BatchRow;
const row = (index: number, status: number, over: object = {}) => ({
  index,
  id: `j${index}`,
  status,
  inputs: [{ key: 'text', value: `row ${index}` }],
  metadata: null,
  outputs: null,
  data_deleted: false,
  ...over,
});

/** `newer`: rows that another call has run again, for each try to lock. */
function world(rows: object[], newer: object[][] = []) {
  const db = scriptedDb({
    'j.id > known.id': () => newer.shift() ?? [],
    'order by n.batch_index': ([, , after, size]) =>
      rows.filter((one) => (one as { index: number }).index > Number(after)).slice(0, Number(size)),
  });
  const started: { requests: RunRequest[]; options: StartOptions }[] = [];
  const starter = {
    async start(requests: RunRequest[], options: StartOptions) {
      await options.alongside!(db, {} as never);
      started.push({ requests, options });
    },
  } as unknown as Starter;
  return { db, started, retry: () => retryFailed(db, starter, caller, batch, 'api') };
}

test('failed and cancelled rows run again in their places, and no others', async () => {
  const { failure, cancelled, success, started: running } = jobStatus;
  const at = world([
    row(0, success),
    row(1, failure),
    row(2, running),
    row(3, cancelled),
    row(4, failure, { data_deleted: true }),
  ]);
  await at.retry();
  const [{ requests, options }] = at.started as [(typeof at.started)[0]];
  assert.deepEqual(options.batchIndexes, [1, 3]);
  assert.deepEqual(
    requests.map(({ nested }) => nested),
    [{ text: 'row 1' }, { text: 'row 3' }],
  );
  assert.deepEqual([options.skipCache, options.target], [true, { agentId: 'a', versionId: 'v' }]);
});

test('a batch without a failed row starts nothing', async () => {
  const at = world([row(0, jobStatus.success)]);
  await at.retry();
  assert.deepEqual(at.started, []);
});

test('batches of more than a page are read to their end', async () => {
  const rows = Array.from({ length: 1_001 }, (_, index) =>
    row(index, index === 1_000 ? jobStatus.failure : jobStatus.success),
  );
  const at = world(rows);
  await at.retry();
  assert.deepEqual(at.started[0]!.options.batchIndexes, [1_000]);
});

test('a call that was overtaken looks again, and does not run the rows twice', async () => {
  const rows = [row(0, jobStatus.failure)];
  const at = world(rows, [[{ id: 'newer' }]]);
  await at.retry();
  assert.equal(at.started.length, 1);
  assert.equal(at.db.sentTo('order by n.batch_index').length, 2);
});

test('waiting for a batch watches one unfinished job at a time, until none is left', async () => {
  const left = ['j3', 'j1'];
  const db = scriptedDb({ 'from jobs j': () => left.slice(0, 1).map((id) => ({ id })) });
  const watched: string[] = [];
  const watcher = {
    async untilFinal(jobId: string) {
      watched.push(left.shift()!);
      // A timeout is not an error here.
      if (jobId === 'j3') throw new Error('not final');
    },
  } as unknown as Watcher;
  await untilBatchEnds(db, watcher, {
    orgId: 'org',
    batchId: 'b',
    signal: new AbortController().signal,
    limitMs: 60_000,
  });
  assert.deepEqual(watched, ['j3', 'j1']);
});

test('waiting for a batch ends with its time or its caller', async () => {
  const db = scriptedDb({ 'from jobs j': [{ id: 'j' }] });
  const watcher = { untilFinal: () => assert.fail('watched') } as unknown as Watcher;
  const waiting = { orgId: 'org', batchId: 'b', signal: new AbortController().signal, limitMs: 0 };
  await untilBatchEnds(db, watcher, waiting);
  await untilBatchEnds(db, watcher, { ...waiting, limitMs: 60_000, signal: AbortSignal.abort() });
});
