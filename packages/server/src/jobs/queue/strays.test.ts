import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStrays } from './strays.ts';

const row = (jobId: string) => ({ jobId, workerId: 'me', attempt: 1 });
const none = () => false;

test('a row is no stray while something that may have made it is under way', () => {
  const strays = createStrays();
  const end = strays.begin();
  assert.deepEqual(strays.find([row('a')], none).unstarted, []);
  // What began after the row was seen cannot have made it.
  const endLater = strays.begin();
  end('known');
  assert.deepEqual(strays.find([row('a'), row('b')], none).unstarted, [row('a')]);
  endLater('unknown');
  assert.deepEqual(strays.find([row('b')], none).unstarted, [row('b')]);
});

test('what runs here is no stray', () => {
  const strays = createStrays();
  assert.deepEqual(strays.find([row('a'), row('b')], ({ jobId }) => jobId === 'a').unstarted, [row('b')]);
});

test('an attempt that was run and could not be ended counts; one that never started does not', () => {
  const strays = createStrays();
  strays.noteFailed(row('a'));
  assert.deepEqual(strays.find([row('a'), row('b')], none), { unstarted: [row('b')], failed: [row('a')] });
  // It is gone from the queue: should the same attempt come up again, it is another one's.
  strays.find([], none);
  assert.deepEqual(strays.find([row('a')], none), { unstarted: [row('a')], failed: [] });
});

test('an unknown outcome is worth a look although nothing runs', () => {
  const strays = createStrays();
  assert.equal(strays.isUnsure, false);
  strays.begin()('known');
  assert.equal(strays.isUnsure, false);
  strays.begin()('unknown');
  assert.equal(strays.isUnsure, true);
});
