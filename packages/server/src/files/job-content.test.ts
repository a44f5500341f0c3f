import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { type Storage, StorageLimitError } from '#platform/storage/storage.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { findArtifact, putArtifact, readArtifact } from './artifacts.ts';
import { findReference, isResourceId, putReference } from './references.ts';

describe('artifacts and references', () => {
  let harness: Harness;
  let storage: Storage;
  let folder: string;
  let orgId: string;
  let otherId: string;

  before(async () => {
    harness = await startHarness();
    folder = join(harness.dataDir, 'storage');
    storage = await openStorage(folder);
    [orgId, otherId] = [(await harness.org()).orgId, (await harness.org()).orgId];
  });
  after(async () => {
    await storage.close();
    await harness.stop();
  });
  const db = () => harness.database.tenant(orgId);
  const isStorageFailure = (error: unknown) => error instanceof AppError && error.code === 'storage_failed';

  test('an artifact is read back as it was, for its organization and job only', async () => {
    const jobId = newId();
    const content = { rows: [1, null, 'ü'], text: '\u{1F600}' };
    const key = await putArtifact(db(), storage, {
      orgId,
      jobId,
      name: 'step 1/x',
      content,
      stepKey: 's',
      source: 'p',
    });
    assert.equal(key, `agent-job-${jobId}/step_1_x.json`);
    const artifact = await findArtifact(db(), orgId, jobId, key);
    assert.deepEqual([artifact?.stepKey, artifact?.source], ['s', 'p']);
    assert.deepEqual(await readArtifact(storage, artifact!), content);

    assert.equal(await findArtifact(db(), orgId, newId(), key), undefined);
    assert.equal(await findArtifact(db(), orgId, jobId, `${key}x`), undefined);
    for (const foreign of [harness.database.tenant(otherId), harness.database.system]) {
      assert.equal(await findArtifact(foreign, otherId, jobId, key), undefined);
    }
    // Only row-level security protects here.
    assert.equal(await findArtifact(harness.database.tenant(otherId), orgId, jobId, key), undefined);
  });

  test('long integers, null and nothing survive', async () => {
    const jobId = newId();
    const raw = JSON.parse('{"n":1}');
    for (const [content, text] of [
      [raw, '{"n":1}'],
      [null, 'null'],
      [undefined, 'null'],
    ]) {
      const key = await putArtifact(db(), storage, { orgId, jobId, name: 'value', content });
      const value = await readArtifact(storage, (await findArtifact(db(), orgId, jobId, key))!);
      assert.equal(JSON.stringify(value), text);
    }
    await storage.put(`artifacts/${orgId}/long`, Buffer.from('12345678901234567890'));
    const sha256 = '6ed645ef0e1abea1bf1e4e935ff04f9e18d39812387f63cda3415b46240f0405';
    const value = await readArtifact(storage, { storageKey: `artifacts/${orgId}/long`, sha256, size: 20 });
    assert.equal(JSON.stringify(value), '12345678901234567890');
  });

  test('the same name again replaces the artifact', async () => {
    const jobId = newId();
    const first = await putArtifact(db(), storage, { orgId, jobId, name: 'a', content: 1, stepKey: 's1' });
    assert.equal(await putArtifact(db(), storage, { orgId, jobId, name: 'a', content: 2 }), first);
    const artifact = await findArtifact(db(), orgId, jobId, first);
    assert.equal(artifact?.stepKey, null);
    assert.equal(await readArtifact(storage, artifact!), 2);
  });

  test('an artifact that was tampered with or lost is refused', async () => {
    const jobId = newId();
    const key = await putArtifact(db(), storage, { orgId, jobId, name: 'a', content: { paid: 10 } });
    const artifact = (await findArtifact(db(), orgId, jobId, key))!;
    await writeFile(join(folder, artifact.storageKey), '{"paid":99}');
    await assert.rejects(readArtifact(storage, artifact), isStorageFailure);
    await storage.delete(artifact.storageKey);
    await assert.rejects(readArtifact(storage, artifact), { code: 'content_lost' });
  });

  test('a reference is stored from bytes or a stream, for its organization and job only', async () => {
    const jobId = newId();
    async function* page() {
      yield Buffer.from('<p>');
      yield Buffer.from('hi</p>');
    }
    for (const content of [Buffer.from('<p>hi</p>'), page()]) {
      const contentType = 'text/html; charset=utf-8';
      const { resourceId } = await putReference(db(), storage, {
        orgId,
        jobId,
        content,
        contentType,
        extension: 'html',
      });
      assert.match(resourceId, /^[0-9a-f-]{36}\.html$/);
      assert.ok(isResourceId(resourceId));
      const reference = (await findReference(db(), orgId, jobId, resourceId))!;
      assert.deepEqual([reference.contentType, reference.fileName, reference.size], ['text/html', resourceId, 9]);
      const found = await storage.get(reference.storageKey);
      assert.equal((await buffer(found!.stream)).toString(), '<p>hi</p>');
      assert.equal(await findReference(db(), orgId, newId(), resourceId), undefined);
      assert.equal(await findReference(harness.database.system, otherId, jobId, resourceId), undefined);
      assert.equal(await findReference(harness.database.tenant(otherId), orgId, jobId, resourceId), undefined);
    }
  });

  test('a reference with a bad extension is still a valid id; one that fails leaves no row', async () => {
    const jobId = newId();
    const base = { orgId, jobId, contentType: 'image/png', content: Buffer.from('png') };
    for (const extension of ['', '../x', 'h t', 'x'.repeat(50)]) {
      const { resourceId } = await putReference(db(), storage, { ...base, extension });
      assert.match(resourceId, /\.bin$/);
    }
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('the page went away');
    }
    await assert.rejects(putReference(db(), storage, { ...base, extension: 'png', content: broken() }), /went away/);
    await assert.rejects(putReference(db(), storage, { ...base, extension: 'png', bytesMax: 2 }), StorageLimitError);
    assert.equal((await db().query(`select 1 from job_references where job_id = $1::uuid`, [jobId])).length, 4);
  });
});
