import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '#agents/snapshot.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { JUDGE_JOBS, QUEUE_JOBS } from './accept-sql.ts';
import { acceptTogether } from './accept-together.ts';
import type { MadeJob } from './make-jobs.ts';
import type { StartOptions } from './start-options.ts';

const made = ['j1', 'j2'].map(
  (id) =>
    ({ job: { id, orgId: 'org', cacheKey: Buffer.alloc(1), seen: {} }, fileIds: [`f-${id}`] }) as unknown as MadeJob,
);
const bodyHash = Buffer.from('aa', 'hex');
const options = { caller: { orgId: 'org' }, idempotency: { key: 'k', path: '/run/', bodyHash } } as StartOptions;

/** `judged`: outcomes of jobs that could not simply be queued. */
function world({ judged = [] as object[], claimed = 1, earlier = [] as object[], found = [] as object[] } = {}) {
  const db = scriptedDb({
    [JUDGE_JOBS]: judged,
    [QUEUE_JOBS]: judged.length > 0 ? [] : [{ id: 'j1' }, { id: 'j2' }],
    'insert into idempotency_keys': claimed,
    'from idempotency_keys': earlier,
    'when q.worker_id = i.worker_id': found,
  });
  let committed = 0;
  const tx: typeof db.tx = async (work) => {
    const done = await work(db);
    committed += 1;
    return done;
  };
  return {
    db,
    accept: (given = options) =>
      acceptTogether({ ...scriptedDatabase(db), queue: { ...db, tx } }, made, {} as Snapshot, given),
    committed: () => committed,
  };
}

test('the jobs of a call are accepted in one transaction, with their files', async () => {
  const at = world();
  const started = await at.accept();
  assert.ok(Array.isArray(started));
  assert.deepEqual(
    started.map(({ job, accepted }) => [job.id, accepted.outcome]),
    [
      ['j1', 'queued'],
      ['j2', 'queued'],
    ],
  );
  assert.equal(at.committed(), 1);
  assert.match(JSON.stringify(at.db.sent.at(-1)!.values), /f-j1.*f-j2/);
});

test('one job without credits keeps all of them from being stored', async () => {
  const outcome = (id: string, outcome: string) => ({ id, outcome, hold: 0, limited: true });
  const at = world({ judged: [outcome('j1', 'queued'), outcome('j2', 'no_credits')] });
  const started = await at.accept();
  assert.ok(Array.isArray(started));
  assert.equal(started[1]!.accepted.outcome, 'no_credits');
  assert.equal(at.committed(), 0);
});

test('a repeated call is answered with the jobs of the first, and starts nothing', async () => {
  const at = world({ claimed: 0, earlier: [{ body_hash: bodyHash, job_ids: ['old'] }] });
  assert.deepEqual(await at.accept(), { repeatedJobIds: ['old'] });
  assert.equal(at.db.sentTo(QUEUE_JOBS).length, 0);
});

test('a call that finds its own commit, whose answer was lost, reports it as started', async () => {
  const found = made.map(({ job }) => ({ id: job.id, outcome: 'queued' }));
  const at = world({ claimed: 0, earlier: [{ body_hash: bodyHash, job_ids: ['j1'] }], found });
  const started = await at.accept();
  assert.ok(Array.isArray(started));
  assert.equal(started.length, 2);
  assert.equal(at.db.sentTo(QUEUE_JOBS).length, 0);
});

test('the idempotency key of a batch names the batch', async () => {
  const at = world();
  await at.accept({ ...options, batchId: 'batch' });
  assert.deepEqual(at.db.sentTo('insert into idempotency_keys')[0]!.values.at(-1), ['batch']);
});
