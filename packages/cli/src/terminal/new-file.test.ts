import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { UsageError } from './errors.ts';
import { writeNewFile } from './new-file.ts';

test('a file appears complete, for its owner alone, and never replaces another', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-new-file-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'backup.gz');
  const result = await writeNewFile(path, async (target) => {
    await pipeline([Buffer.from('content')], target);
    assert.ok(!(await readdir(folder)).includes('backup.gz'), 'not there before it is complete');
    return 7;
  });
  assert.equal(result, 7);
  assert.equal(await readFile(path, 'utf8'), 'content');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['backup.gz']);

  await writeFile(path, 'older');
  await assert.rejects(
    writeNewFile(path, async () => undefined),
    UsageError,
  );
  assert.equal(await readFile(path, 'utf8'), 'older');
  await assert.rejects(
    writeNewFile(join(folder, 'missing', 'x'), async () => undefined),
    UsageError,
  );
});
