import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { artifactKey } from '#files/model.ts';
import { StorageError } from '#platform/storage/storage.ts';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { jobStatus } from '../record/model.ts';
import { loadFrozen } from './load-frozen.ts';
import { findObstacle, type PastJob } from './past-jobs.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A job with a record and one piece of evidence, as an investigation leaves them. */
function world({
  record = {} as object,
  evidence = { name: 'e', source: 's', text: 'seen' } as object,
  hash = '',
  without = [] as string[],
} = {}) {
  const content = JSON.stringify(evidence);
  const entry = { artifact_key: 'evidence', sha256: hash || sha256(content), description: 'd', is_case: true };
  const whole = {
    basis: { plan: 'p', lessons: 'l', queried: ['q'] },
    settings: { reasoning_effort: 'low' },
    engine: { id: 'investigate' },
    model: { asked: 'small-1' },
    evidence: [entry],
    ...record,
  };
  const objects = { record: JSON.stringify(whole), evidence: content };
  const artifacts = [
    { jobId: 'job', key: artifactKey('job', 'record'), storageKey: 'record', sha256: sha256(objects.record) },
    { jobId: 'job', key: 'evidence', storageKey: 'evidence', sha256: sha256(content) },
  ].filter(({ storageKey }) => !without.includes(storageKey));
  const db = scriptedDb({ 'from job_artifacts': artifacts });
  const storage = memoryStorage(objects);
  const load = async () =>
    (await loadFrozen({ db, storage, orgId: 'org' }, [{ id: 'mine', evidenceOf: 'job' }])).get('mine')!;
  return { load, storage };
}

test('a case is read back from its record and evidence, also for a job whose answer came from the cache', async () => {
  const found = await world().load();
  assert.ok(!('reason' in found));
  assert.deepEqual(
    [found.engine, found.settings.model, found.plan, found.queried],
    ['investigate', 'small-1', 'p', ['q']],
  );
  assert.deepEqual(found.items[0], {
    name: 'e',
    description: 'd',
    source: 's',
    text: 'seen',
    isCut: false,
    isCase: true,
    saved: [],
  });
});

test('a job without a record is of another kind, which is no fault', async () => {
  const found = await world({ without: ['record'] }).load();
  assert.ok('reason' in found && found.isOther === true);
});

test('nothing is decided again on evidence that is gone, changed or incomplete', async () => {
  const reasons = await Promise.all(
    [world({ without: ['evidence'] }), world({ hash: sha256('other') }), world({ record: { basis: null } })].map(
      ({ load }) => load(),
    ),
  );
  for (const found of reasons) assert.ok('reason' in found && found.isOther === undefined);
  const altered = world();
  altered.storage.objects.set('evidence', Buffer.from('{"text":"never"}'));
  assert.ok('reason' in (await altered.load()));
  const missing = world();
  missing.storage.objects.delete('evidence');
  assert.ok('reason' in (await missing.load()));
});

test('a storage that does not answer says nothing about the evidence', async () => {
  const { storage, load } = world();
  storage.get = () => Promise.reject(new StorageError('no answer', { reason: 'late' }));
  await assert.rejects(load(), ({ cause }: Error) => cause instanceof StorageError);
});

test('only a job that succeeded and has its data can be judged or decided again', () => {
  const job = { status: jobStatus.success, data_deleted: false } as PastJob;
  assert.equal(findObstacle(job), undefined);
  assert.equal(findObstacle({ ...job, status: jobStatus.cached }), undefined);
  const obstacles = [
    { ...job, status: null },
    { ...job, data_deleted: true },
    { ...job, status: jobStatus.failure },
  ].map(findObstacle);
  assert.equal(new Set(obstacles).size, 3);
  assert.ok(obstacles.every((reason) => reason !== undefined));
});
