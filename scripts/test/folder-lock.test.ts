import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withLock } from './folder-lock.ts';

async function lockPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'lock');
}

test('one at a time, and the next one also after a failure', async (t) => {
  const path = await lockPath(t);
  let inside = 0;
  const work = async () => {
    assert.equal(++inside, 1);
    assert.equal(await readFile(path, 'utf8'), String(process.pid));
    await nextTurn();
    inside -= 1;
  };
  const failing = withLock(path, async () => {
    await work();
    throw new Error('broken');
  });
  await Promise.all([withLock(path, work), withLock(path, work), assert.rejects(failing, /broken/)]);
  assert.ok(!existsSync(path));
});

test('a lock whose holder is gone is taken over', async (t) => {
  const path = await lockPath(t);
  // Above the highest possible process id.
  await writeFile(path, String(2 ** 22 + 1));
  assert.equal(await withLock(path, async () => 'done'), 'done');
});
