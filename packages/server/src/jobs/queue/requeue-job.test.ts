import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { jobStatus } from '../record/model.ts';
import { findQueueFigures } from './figures.ts';
import { findBrokenInvariants } from './invariants.ts';
import { requeueJob } from './requeue-job.ts';

const queued = (status: number) => ({ 'for update of q': [{ org_id: 'org', status, worker_id: 'w', paused: false }] });

test('a job that is queued becomes due, is audited, and it is told what it was', async () => {
  const cases = [
    [jobStatus.started, 'STARTED'],
    [jobStatus.retry, 'RETRY'],
    [jobStatus.pending, 'PENDING'],
  ] as const;
  for (const [status, was] of cases) {
    const db = scriptedDb(queued(status));
    assert.deepEqual(await requeueJob(db, 'job'), { id: 'job', organization_id: 'org', was });
    assert.equal(db.sentTo('update job_queue').length, 1);
    assert.equal(db.sentTo('audit_log').length, 1);
  }
});

test('a job that has ended is refused, an unknown one is not found, and nothing is written', async () => {
  const ended = scriptedDb({ 'from job_results': [{}] });
  await assert.rejects(requeueJob(ended, 'job'), { code: 'conflict' });
  const unknown = scriptedDb();
  await assert.rejects(requeueJob(unknown, 'job'), { code: 'not_found' });
  for (const db of [ended, unknown]) assert.equal(db.sentTo('update job_queue').length, 0);
});

test('an orphaned job counts as waiting: the oldest of both is the age of the queue', async () => {
  const figures = (row: object) =>
    findQueueFigures(
      scriptedDb({ 'from running': [{ waiting: null, orphaned: null, started: null, unrun: 0, ...row }] }),
    );
  assert.equal((await figures({ waiting: 3, orphaned: 8 })).oldestSeconds, 8);
  assert.equal((await figures({ waiting: 9, orphaned: null })).oldestSeconds, 9);
  // The time before a job is due does not count as its age.
  assert.deepEqual(await figures({ waiting: -30 }), { oldestSeconds: 0, oldestStartedSeconds: 0, claimsNobodyRuns: 0 });
});

test('every rule of the queue is counted, has a name of its own, and says what it means', async () => {
  const db = scriptedDb({ 'count(*)': [{ count: 2 }] });
  const found = await findBrokenInvariants(db);
  assert.equal(new Set(found.map(({ name }) => name)).size, found.length);
  assert.equal(db.sent.length, found.length);
  for (const { name, meaning, count } of found)
    assert.ok(/^[a-z_]+$/.test(name) && meaning.endsWith('.') && count === 2);
});
