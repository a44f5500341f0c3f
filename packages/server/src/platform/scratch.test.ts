import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../test/stop-at-end.ts';
import { makeScratch } from './scratch.ts';

const base = await makeFolder();

function leave(name: string, hoursAgo: number): string {
  const path = join(base, name);
  mkdirSync(path);
  const then = new Date(Date.now() - hoursAgo * 3_600_000);
  utimesSync(path, then, then);
  return path;
}

test('a scratch folder is private and carries the process it belongs to', async () => {
  const folder = await makeScratch(base, 'private');
  assert.match(folder, new RegExp(`/private-${process.pid}-\\w+$`));
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.notEqual(await makeScratch(base, 'private'), folder);
});

test('folders of dead processes are removed an hour after their last use; others stay', async () => {
  const forgotten = leave('work-999999999-abc', 2);
  const fresh = leave('work-999999999-def', 0);
  const ofTheLiving = leave(`work-${process.pid}-ghi`, 2);
  const foreign = leave('other-999999999-jkl', 2);
  await makeScratch(base, 'work');
  assert.deepEqual(
    [forgotten, fresh, ofTheLiving, foreign].map((path) => existsSync(path)),
    [false, true, true, true],
  );
});
