import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { StorageError } from '#platform/storage/storage.ts';
import { describeImportError } from './import-error.ts';

const describe = (error: unknown) => describeImportError(error, 'u1');

test('an unreadable table has a message of its own', () => {
  assert.equal(
    describe(new AppError('invalid_table', { messages: ['Row 2 has 3 values.', 'Row 3 too.'] })),
    'Row 2 has 3 values. Row 3 too.',
  );
});

test('a storage or a database that failed is named, and what to do', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  assert.match(describe(full), /Upload the file again/);
  assert.match(describe(new Error('wrapped', { cause: new StorageError('gone') })), /storage .*Upload the file again/i);
});

test('a fault of ours names the upload, so that the log can be searched', () => {
  assert.match(describe(new Error('a bug')), /server log .*u1/);
  assert.doesNotMatch(describe(new Error('secret text')), /secret/);
});
