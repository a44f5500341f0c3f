import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type EngineRequest } from '../engine/engine.ts';
import { writeSegment } from './segments.ts';

function createStorage() {
  const objects = new Map<string, unknown>();
  const storage = {
    put: async (key: string, content: unknown) => objects.set(key, content),
    delete: async (key: string) => objects.delete(key),
  } as unknown as Storage;
  return { storage, objects };
}
const columns = [{ name: 'a', type: 'BIGINT', nullable: false }];
const write = (storage: Storage, answer: object) =>
  writeSegment(
    async ({ keep }) => {
      await keep!((async function* () {})(), 'result');
      return { columns, rows: 2, bytes: 10, elapsedMs: 1, ...answer } as never;
    },
    storage,
    'org',
    {} as EngineRequest,
  );

test('a segment is stored before anything names it, under its organization', async () => {
  const { storage, objects } = createStorage();
  const { segments, rows } = await write(storage, {});
  assert.deepEqual([rows, [...objects.keys()]], [2, [segments[0]!.key]]);
  assert.match(segments[0]!.key, /^tables\/org\/[^/]+\.parquet$/);
});

test('without rows there is no segment, and nothing is left of it', async () => {
  const { storage, objects } = createStorage();
  assert.deepEqual((await write(storage, { rows: 0 })).segments, []);
  assert.equal(objects.size, 0);
});

test('a table without columns is refused', async () => {
  await assert.rejects(write(createStorage().storage, { columns: [] }), EngineError);
});
