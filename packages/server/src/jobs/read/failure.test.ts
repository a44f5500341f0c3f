import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findArchivedOf } from './archived-of.ts';
import { describeFailure } from './failure.ts';

test('failures from before there were codes are not grouped together', async () => {
  const failure = await describeFailure({} as never, 'org', { error_code: null, error_message: 'Old.' });
  assert.equal(failure.similar_24h, 0);
  assert.match(failure.code, /^errand\./);
  assert.ok(failure.remedy.length > 0);
});

test('a list of jobs that have not ended does not look into the archive', async () => {
  assert.equal(await findArchivedOf({} as never, 'org', { status_code: '0,1' } as never), null);
});
