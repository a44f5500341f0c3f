import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '#platform/storage/storage.ts';
import { EngineError } from '../engine/engine.ts';
import { describeError } from './run-query.ts';

test('a statement that failed says why: its own fault with the place, the storage, or nothing that it knows of', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  assert.match(
    describeError('select 1', 0, new EngineError('sql', 'No such table.', { position: 7 })),
    /^No such table\. .*1/,
  );
  assert.match(describeError('select 1', 0, new Error('rows were not kept', { cause: full })), /storage .*space/i);
  assert.match(describeError('select 1', 0, new StorageError('no answer', { reason: 'late' })), /storage/i);
  assert.equal(describeError('select 1', 0, new Error('a bug')), 'Something went wrong on our side. Try again.');
});
