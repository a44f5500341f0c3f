import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { createLocalFiles, MissingObject } from './local-files.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-files-'));
});
after(() => rmSync(folder, { recursive: true }));

/** A storage elsewhere, which counts what is fetched from it. */
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

test('what is beyond the size that is kept is provided and forgotten', async () => {
  const { files, fetched } = createRemote({ a: 'x'.repeat(600), b: 'y'.repeat(600) }, 'small', 1_000);
  const [one, two] = [place(), place()];
  await files.provide('a', one, null);
  await files.provide('b', two, null);
  assert.equal(readdirSync(join(folder, 'small')).length, 1);
  assert.equal(readFileSync(one, 'utf8').length, 600, 'a query that has it keeps it');
  await files.provide('b', place(), null);
  await files.provide('a', place(), null);
  assert.deepEqual(fetched, ['a', 'b', 'a']);
});

test('a segment that is missing is told as such, and leaves nothing behind', async () => {
  const { files } = createRemote({}, 'missing', 1_000);
  await assert.rejects(files.provide('a', place(), null), MissingObject);
  assert.deepEqual(readdirSync(join(folder, 'missing')), []);
});
