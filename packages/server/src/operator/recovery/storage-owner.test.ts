import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#platform/log.ts';
import { StorageError } from '#platform/storage/storage.ts';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { ConfigError } from '../../config/config.ts';
import { meetStorage } from './follow-storage.ts';
import { adoptStorage, compareOwner, followImport, markKey, markStorage, readMark } from './storage-owner.ts';

const markOf = (installation_id: string, number: number) =>
  JSON.stringify({ installation_id, number, at: '2026-01-02T00:00:00.000Z' });

/** A database of the installation `mine` whose last mark has this number. `due`: it is time for a new one. */
function dbWith({ number = 5, due = true } = {}) {
  let next = number;
  return scriptedDb({
    'clock_timestamp() as now': [{ now: new Date('2026-01-03T00:00:00Z') }],
    'insert into installation as i': ([past, , always]) => {
      if (!due && !always) return [];
      next = Math.max(next, Number(past)) + 1;
      return [{ number: next }];
    },
    "name = 'installation_id'": [{ value: 'mine' }],
    "name = 'storage_mark'": [{ value: JSON.stringify({ number, at: '2026-01-01T00:00:00.000Z' }) }],
    'from organizations': [{ id: 'o1' }, { id: 'o2' }],
  });
}
const storageOf = (mark?: string) => memoryStorage(mark === undefined ? {} : { [markKey]: mark });

test('a storage that nobody has marked belongs to whoever comes first', async () => {
  const storage = storageOf();
  assert.equal(await compareOwner(dbWith(), storage), undefined);
  assert.equal(await markStorage(dbWith(), storage), true);
  assert.deepEqual(await readMark(storage), { installation_id: 'mine', number: 6, at: '2026-01-03T00:00:00.000Z' });
});

test('a database that is older than its storage was restored, and it is told from when to when', async () => {
  assert.equal(await compareOwner(dbWith(), storageOf(markOf('mine', 5))), undefined);
  assert.deepEqual(await compareOwner(dbWith(), storageOf(markOf('mine', 6))), {
    databaseUntil: '2026-01-01T00:00:00.000Z',
    storageUntil: '2026-01-02T00:00:00.000Z',
  });
});

test('the storage of another installation is refused, and its mark stays', async () => {
  const storage = storageOf(markOf('theirs', 9));
  await assert.rejects(compareOwner(dbWith(), storage), /theirs|mine/);
  await assert.rejects(markStorage(dbWith(), storage, { always: true }), ConfigError);
  assert.equal((await readMark(storage))!.installation_id, 'theirs');
});

test('a mark that cannot be read stops everybody but the operator who adopts the storage', async () => {
  for (const broken of ['', '{}', '{"installation_id":"mine"}']) {
    const storage = storageOf(broken);
    await assert.rejects(readMark(storage), ConfigError);
    assert.deepEqual(await adoptStorage(dbWith(), storage), { id: 'mine', before: null });
    assert.equal((await readMark(storage))!.installation_id, 'mine');
  }
});

test('adopting rises above the mark that was there, so that the next start sees no restore', async () => {
  const storage = storageOf(markOf('theirs', 40));
  assert.deepEqual(await adoptStorage(dbWith(), storage), { id: 'mine', before: 'theirs' });
  assert.equal((await readMark(storage))!.number, 41);
});

test('one process a minute marks the storage', async () => {
  const storage = storageOf(markOf('mine', 5));
  assert.equal(await markStorage(dbWith({ due: false }), storage), false);
  assert.equal((await readMark(storage))!.number, 5);
  assert.equal(await markStorage(dbWith({ due: false }), storage, { always: true }), true);
});

test('after an import the storage follows, unless it is another installation’s', async () => {
  const follow = async (mark: string | undefined) => {
    const storage = storageOf(mark);
    await followImport(dbWith(), storage, 'empty');
    return (await readMark(storage))!.installation_id;
  };
  assert.equal(await follow(undefined), 'mine');
  assert.equal(await follow(markOf('empty', 1)), 'mine');
  assert.equal(await follow(markOf('theirs', 1)), 'theirs');
});

const log = createLog('silent');

test('a start that finds a restored database tells every organization', async () => {
  const db = dbWith();
  assert.ok(await meetStorage(db, storageOf(markOf('mine', 6)), log));
  assert.equal(db.sentTo('insert into audit_log').length, 2);
  const usual = dbWith();
  assert.equal(await meetStorage(usual, storageOf(markOf('mine', 5)), log), undefined);
  assert.equal(usual.sentTo('insert into audit_log').length, 0);
});

test('a storage that does not answer keeps nobody from starting, a foreign one does', async () => {
  const silent = { ...storageOf(), get: () => Promise.reject(new StorageError('no answer')) };
  assert.equal(await meetStorage(dbWith(), silent, log), undefined);
  await assert.rejects(meetStorage(dbWith(), storageOf(markOf('theirs', 1)), log), ConfigError);
});
