import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findTests } from './find-tests.ts';

test('a folder stands for its test files, a file for itself, and each is there once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-find-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'deep/node_modules'), { recursive: true });
  for (const name of ['b.test.ts', 'deep/a.test.ts', 'deep/a.ts', 'deep/node_modules/x.test.ts'])
    await writeFile(join(folder, name), '');
  const found = await findTests([folder, join(folder, 'b.test.ts')]);
  assert.deepEqual(found, [join(folder, 'b.test.ts'), join(folder, 'deep/a.test.ts')]);
});

test('a missing path is an error, and without names all tests are found', async () => {
  await assert.rejects(findTests(['nowhere.test.ts']), /nowhere\.test\.ts/);
  const all = await findTests([]);
  assert.ok(all.includes(import.meta.filename));
});
