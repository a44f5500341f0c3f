import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage } from '#platform/storage/open-storage.ts';
import { EngineError } from '#workspace/engine/engine.ts';
import { DamagedFile, hashStored, type ParquetDeps, readRows } from './parquet.ts';

/** A SQL engine that fails with this error. */
const failing = (error: EngineError): ParquetDeps =>
  ({ storage: {}, engine: { run: () => Promise.reject(error) }, timeoutMs: 1 }) as unknown as ParquetDeps;

test('a file that the SQL engine cannot read is named by its key', async () => {
  const broken = failing(new EngineError('sql', 'Invalid Input Error: cannot read table-0-1.parquet'));
  await assert.rejects(
    readRows(broken, { jobs: [{ key: 'one' }, { key: 'two' }] }, 'select 1'),
    (error: DamagedFile) => {
      assert.ok(error instanceof DamagedFile);
      return error.key === 'two';
    },
  );
  const slow = failing(new EngineError('limit', 'too long'));
  await assert.rejects(readRows(slow, { jobs: { key: 'one' } }, 'select 1'), EngineError);
});

test('a file that the storage does not have is damaged', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-parquet-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storage = await openStorage(folder);
  await assert.rejects(hashStored(storage, 'gone'), DamagedFile);
});
