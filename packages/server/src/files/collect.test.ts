import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newId } from '#platform/ids.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { contentKey, stageContent } from '#platform/storage/put-content.ts';

import type { Storage } from '#platform/storage/storage.ts';
import { type Harness, pluck, startHarness, until } from '../../test/harness.ts';
import { putContent } from '../../test/put-content.ts';
import { findArtifact, putArtifact } from './artifacts.ts';
import { collectBlobs, deleteBlobs, deleteJobFiles } from './collect.ts';
import { keepContent } from './keep-content.ts';
import { findReference, putReference } from './references.ts';
import { deleteFiles, findFile, findFiles, getFile, insertFiles, linkFiles } from './store.ts';

const HOUR = 3_600_000;

describe('deleting content', () => {
  let harness: Harness;
  let storage: Storage;
  let orgId: string;
  let otherId: string;

  before(async () => {
    harness = await startHarness();
    storage = await openStorage(join(harness.dataDir, 'storage'));
    [orgId, otherId] = [(await harness.org()).orgId, (await harness.org()).orgId];
  });
  after(async () => {
    await storage.close();
    await harness.stop();
  });
  const db = () => harness.database.tenant(orgId);

  async function put(text: string, kind = 'files') {
    async function* content() {
      yield Buffer.from(text);
    }
    const { key, ...rest } = await putContent(storage, `${kind}/${orgId}`, content(), 1_000);
    return { storageKey: key, ...rest };
  }
  async function putFile(text: string) {
    const [file] = await insertFiles(db(), orgId, [{ ...(await put(text)), name: 'a', contentType: 'text/plain' }]);
    return file!;
  }
  async function age(...storageKeys: string[]) {
    const then = new Date(Date.now() - 2 * HOUR);
    for (const key of storageKeys) await utimes(join(harness.dataDir, 'storage', key), then, then);
  }
  const exists = async (storageKey: string) => (await storage.head(storageKey)) !== undefined;

  test('files are found, listed and deleted within their organization only', async () => {
    const file = await putFile('mine');
    const foreign = harness.database.tenant(otherId);
    assert.deepEqual(await getFile(db(), orgId, file.id), file);
    assert.deepEqual(await findFiles(db(), orgId, [file.id, newId()]), [file]);
    assert.deepEqual(await findFiles(db(), orgId, []), []);
    for (const [at, who] of [
      [foreign, otherId],
      [foreign, orgId],
      [harness.database.system, otherId],
    ] as const) {
      assert.equal(await findFile(at, who, file.id), undefined);
      assert.deepEqual(await findFiles(at, who, [file.id]), []);
      assert.equal(await deleteFiles(at, who, [file.id]), 0);
    }
    await assert.rejects(getFile(foreign, otherId, file.id), /No file with this id/);
    assert.equal(await deleteFiles(db(), orgId, [file.id]), 1);
    assert.equal(await findFile(db(), orgId, file.id), undefined);
  });

  test('the collector takes old content that no row names, and nothing else', async () => {
    const jobId = newId();
    const named = await putFile('named');
    const artifactKey = await putArtifact(db(), storage, { orgId, jobId, name: 'a', content: 'named' });
    const artifact = (await findArtifact(db(), orgId, jobId, artifactKey))!;
    const page = { orgId, jobId, content: Buffer.from('named'), contentType: 'text/html', extension: 'html' };
    const reference = (await findReference(db(), orgId, jobId, (await putReference(db(), storage, page)).resourceId))!;
    const kept = [named, artifact, reference].map(({ storageKey }) => storageKey);
    const young = (await put('young')).storageKey;
    const garbage = await Promise.all(['files', 'artifacts', 'references'].map((kind) => put('garbage', kind)));
    const gone = garbage.map(({ storageKey }) => storageKey);
    await storage.put('other/kind', Buffer.from('x'));
    await storage.put('tmp/content-old', Buffer.from('x'));
    await storage.put('tmp/content-young', Buffer.from('x'));
    await age(...kept, ...gone, 'other/kind', 'tmp/content-old');

    const collected = await collectBlobs(harness.database.system, storage, { olderThanMs: HOUR });
    assert.deepEqual({ ...collected, seen: 0 }, { seen: 0, removed: 3, bytes: 21, failed: 0, temporary: 1 });
    for (const key of [...kept, young, 'other/kind', 'tmp/content-young']) assert.ok(await exists(key), key);
    for (const key of [...gone, 'tmp/content-old']) assert.ok(!(await exists(key)), key);
  });

  test('content that is stored again while the collector looks is spared', async () => {
    const { storageKey } = await put('again');
    await age(storageKey);
    const racing: Storage = {
      ...storage,
      async head(key) {
        await put('again');
        return storage.head(key);
      },
    };
    const { removed } = await collectBlobs(harness.database.system, racing, { olderThanMs: HOUR });
    assert.equal(removed, 0);
    assert.ok(await exists(storageKey));
  });

  test('a thousand blobs go in batches, and one that fails does not stop the others', async () => {
    const keys = Array.from({ length: 1_100 }, (_, index) => `files/${orgId}/zz/${index}`);
    await Promise.all(keys.slice(0, 3).map((key) => storage.put(key, Buffer.from('x'))));
    const modifiedAt = new Date(Date.now() - 2 * HOUR);
    const deleted: string[] = [];
    const many: Storage = {
      ...storage,
      async *list(prefix) {
        if (prefix === 'files/') for (const key of keys) yield { key, size: 1, modifiedAt };
      },
      head: async () => ({ size: 1, modifiedAt }),
      async delete(key) {
        if (key === keys[7]) throw new Error('busy');
        deleted.push(key);
        return true;
      },
    };
    const collected = await collectBlobs(harness.database.system, many, { olderThanMs: HOUR });
    assert.deepEqual([collected.seen, collected.removed, collected.failed], [1_100, 1_099, 1]);
    assert.equal(new Set(deleted).size, 1_099);
  });

  test('deleting the data of a job takes its content, but no file or blob that others use', async () => {
    const [jobId, otherJob] = [newId(), newId()];
    const [own, shared, twin, copy] = [
      await putFile('own'),
      await putFile('shared'),
      await putFile('t'),
      await putFile('t'),
    ];
    await linkFiles(db(), orgId, [
      { jobId, fileId: own.id },
      { jobId, fileId: shared.id },
      { jobId, fileId: twin.id },
      { jobId: otherJob, fileId: shared.id },
    ]);
    await putArtifact(db(), storage, { orgId, jobId, name: 'a', content: 1 });
    await putArtifact(db(), storage, { orgId, jobId, name: 'b', content: 1 });
    const page = { orgId, jobId, content: Buffer.from('page'), contentType: 'text/html', extension: 'html' };
    const { resourceId } = await putReference(db(), storage, page);

    const deleted = await db().tx((tx) => deleteJobFiles(tx, orgId, jobId));
    assert.deepEqual([deleted.files, deleted.artifacts, deleted.references], [2, 2, 1]);
    // Both artifacts share one blob. A row of the copy still names the blob of the twin.
    assert.equal(deleted.storageKeys.length, 3);
    assert.deepEqual(await deleteBlobs(db(), storage, deleted.storageKeys), { deleted: 3, failures: [] });
    for (const key of deleted.storageKeys) assert.ok(!(await exists(key)), key);
    assert.deepEqual((await findFiles(db(), orgId, [own.id, shared.id, twin.id, copy.id])).length, 2);
    assert.ok((await exists(shared.storageKey)) && (await exists(copy.storageKey)));
    assert.equal(await findReference(db(), orgId, jobId, resourceId), undefined);

    const again = await db().tx((tx) => deleteJobFiles(tx, orgId, jobId));
    assert.deepEqual(again, { files: 0, artifacts: 0, references: 0, storageKeys: [] });
    const foreign = await harness.database.tenant(otherId).tx((tx) => deleteJobFiles(tx, otherId, otherJob));
    assert.equal(foreign.files, 0);
    assert.equal((await db().tx((tx) => deleteJobFiles(tx, orgId, otherJob))).files, 1);
  });

  test('two jobs that share a file and are deleted at once take it with them', async () => {
    for (let round = 0; round < 10; round++) {
      const jobs = [newId(), newId()];
      const file = await putFile(`round ${round}`);
      await linkFiles(
        db(),
        orgId,
        jobs.map((jobId) => ({ jobId, fileId: file.id })),
      );
      const deleted = await Promise.all(jobs.map((jobId) => db().tx((tx) => deleteJobFiles(tx, orgId, jobId))));
      assert.equal(
        deleted.reduce((sum, { files }) => sum + files, 0),
        1,
      );
      assert.equal(await findFile(db(), orgId, file.id), undefined);
    }
  });

  test('content that somebody is about to name is not deleted, however long that takes', async () => {
    async function* content() {
      yield Buffer.from('named soon');
    }
    const staged = await stageContent(storage, content(), 1_000);
    const storageKey = contentKey(`files/${orgId}`, staged.sha256);
    const placed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const kept = keepContent(db(), storage, [{ ...staged, storageKey }], async (tx) => {
      placed.resolve();
      await goOn.promise;
      return insertFiles(tx, orgId, [{ ...staged, storageKey, name: 'a', contentType: 'text/plain' }]);
    });
    await placed.promise;
    const deletion = deleteBlobs(harness.database.system, storage, [storageKey]);
    await until(
      async () =>
        (
          await harness.database.system.query(
            `select 1 from pg_locks where locktype = 'advisory' and not granted and database =
              (select oid from pg_database where datname = current_database())`,
          )
        ).length > 0,
      'the deletion to wait',
    );
    goOn.resolve();
    await kept;
    assert.deepEqual(await deletion, { deleted: 0, failures: [] });
    assert.ok(await exists(storageKey));
  });

  test('blobs that cannot be deleted are reported; blobs named again are kept', async () => {
    const [stuck, back] = [await put('stuck'), await putFile('back')];
    const failing: Storage = { ...storage, delete: () => Promise.reject(new Error('read-only')) };
    const { deleted, failures } = await deleteBlobs(db(), failing, [stuck.storageKey, back.storageKey, 'files/gone']);
    assert.equal(deleted, 0);
    assert.deepEqual(pluck(failures, 'storageKey'), [stuck.storageKey]);
    assert.ok(await exists(back.storageKey));
  });
});
