import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inLanes } from './lanes.ts';

test('all files run, those with a browser one at a time and not before there is one', async () => {
  const paths = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? `browser-${index}` : `plain-${index}`));
  const ready = Promise.withResolvers<void>();
  const done: string[] = [];
  let browsers = 0;
  const plan = { files: paths, usesBrowser: (file: string) => file.startsWith('browser'), browser: ready.promise };
  await inLanes(plan, async (file) => {
    if (plan.usesBrowser(file)) assert.equal(++browsers, 1);
    await nextTurn();
    if (plan.usesBrowser(file)) browsers -= 1;
    done.push(file);
    if (done.length === 6) ready.resolve();
  });
  assert.deepEqual(done.toSorted(), paths.toSorted());
  assert.ok(done.slice(0, 6).every((file) => file.startsWith('plain')));
});
