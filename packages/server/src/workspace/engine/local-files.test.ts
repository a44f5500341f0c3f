import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { createLocalFiles, MissingObject } from './local-files.ts';

const folder = await makeFolder();

/** A remote storage that counts what is fetched from it. */
function createRemote(objects: Record<string, string>, cache: string, bytesMax: number) {
  const fetched: string[] = [];
  const storage = {
    async get(key: string) {
      fetched.push(key);
      const content = objects[key];
      return content === undefined
        ? undefined
        : { size: content.length, stream: Readable.from([Buffer.from(content)]) };
    },
  } as unknown as Storage;
  return { files: createLocalFiles({ storage, folder: join(folder, cache), bytesMax }), fetched };
}
let count = 0;
const place = (): string => {
  count += 1;
  return join(folder, `place-${count}`);
};

test('an object is fetched once, also when several queries want it at the same moment', async () => {
  const { files, fetched } = createRemote({ a: 'content' }, 'once', 1_000);
  const paths = [place(), place(), place()];
  await Promise.all(paths.slice(0, 2).map((path) => files.provide('a', path, null)));
  await files.provide('a', paths[2]!, null);
  assert.deepEqual(fetched, ['a']);
  for (const path of paths) assert.equal(readFileSync(path, 'utf8'), 'content');
});

test('the cache stays within its size, and a query keeps the files it got', async () => {
  const { files } = createRemote({ a: 'x'.repeat(600), b: 'y'.repeat(600), c: 'z'.repeat(2_000) }, 'small', 1_000);
  const paths = new Map(['a', 'b', 'c'].map((key) => [key, place()]));
  for (const [key, path] of paths) {
    await files.provide(key, path, null);
    const kept = readdirSync(join(folder, 'small')).map((name) => statSync(join(folder, 'small', name)).size);
    assert.ok(kept.reduce((sum, size) => sum + size, 0) <= 1_000, key);
  }
  assert.deepEqual(
    [...paths.values()].map((path) => statSync(path).size),
    [600, 600, 2_000],
  );
});

test('a segment that is missing is reported as such, and leaves nothing behind', async () => {
  const { files } = createRemote({}, 'missing', 1_000);
  await assert.rejects(files.provide('a', place(), null), MissingObject);
  assert.deepEqual(readdirSync(join(folder, 'missing')), []);
});
