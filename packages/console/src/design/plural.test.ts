import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, plural } from './plural.ts';

test('a noun goes with its count, also for none and for fractions', () => {
  assert.equal(counted(0, 'job'), '0 jobs');
  assert.equal(counted(1, 'job'), '1 job');
  assert.equal(counted(2300, 'job'), '2,300 jobs');
  assert.equal(counted(1, 'entry', 'entries'), '1 entry');
  assert.equal(counted(2, 'entry', 'entries'), '2 entries');
  assert.equal(plural(1.5, 'day'), 'days');
  assert.equal(plural(1, 'is', 'are'), 'is');
});
