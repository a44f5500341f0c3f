import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrphans } from './orphans.ts';

const row = (jobId: string) => ({ jobId, workerId: 'me', attempt: 1 });
const none = () => false;

test('a job is not orphaned while something that may have made it is under way', () => {
  const orphans = createOrphans();
  const end = orphans.begin();
  assert.deepEqual(orphans.find([row('a')], none).unstarted, []);
  // What began after the row was seen cannot have made it.
  const endLater = orphans.begin();
  end('known');
  assert.deepEqual(orphans.find([row('a'), row('b')], none).unstarted, [row('a')]);
  endLater('unknown');
  assert.deepEqual(orphans.find([row('b')], none).unstarted, [row('b')]);
});

test('what runs here is not orphaned', () => {
  const orphans = createOrphans();
  assert.deepEqual(orphans.find([row('a'), row('b')], ({ jobId }) => jobId === 'a').unstarted, [row('b')]);
});

test('an attempt that was run and could not be ended counts; one that never started does not', () => {
  const orphans = createOrphans();
  orphans.noteFailed(row('a'));
  assert.deepEqual(orphans.find([row('a'), row('b')], none), { unstarted: [row('b')], failed: [row('a')] });
  // It is gone from the queue: should the same attempt come up again, it is another one's.
  orphans.find([], none);
  assert.deepEqual(orphans.find([row('a')], none), { unstarted: [row('a')], failed: [] });
});

test('an unknown outcome is worth a look although nothing runs', () => {
  const orphans = createOrphans();
  assert.equal(orphans.isUnsure, false);
  orphans.begin()('known');
  assert.equal(orphans.isUnsure, false);
  orphans.begin()('unknown');
  assert.equal(orphans.isUnsure, true);
});
