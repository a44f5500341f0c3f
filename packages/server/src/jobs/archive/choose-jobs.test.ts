import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '#platform/ids.ts';
import { monthSpan } from './choose-jobs.ts';
import { archivePrefix, fileKey } from './model.ts';
import { toCsvLine } from './read-rows.ts';

test('a month ends where the next one begins, also at the end of a year', () => {
  assert.deepEqual(monthSpan('2026-12'), [firstIdAt(Date.UTC(2026, 11, 1)), firstIdAt(Date.UTC(2027, 0, 1))]);
  assert.equal(monthSpan('2026-01')[1], monthSpan('2026-02')[0]);
});

test('the files of an organization are in its own folder, and each version has its own key', () => {
  const part = { orgId: 'org', month: '2026-01', id: 'p' };
  assert.ok(fileKey(part, 'jobs', '1').startsWith(archivePrefix('org')));
  assert.notEqual(fileKey(part, 'jobs', '1'), fileKey(part, 'jobs', '2'));
  assert.equal('archive/organization/'.startsWith(archivePrefix('org')), false);
});

test('a null is nothing in a line, an empty text is not, and quotation marks are doubled', () => {
  const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  assert.equal(toCsvLine({ a: null, b: '', c: 'say "hi",\n' }, columns), ',"","say ""hi"",\n"\n');
});
