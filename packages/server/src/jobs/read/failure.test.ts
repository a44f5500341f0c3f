import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCatalogue } from '@errand/contract/error-catalogue.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { jobStatus } from '../record/model.ts';
import { findArchivedOf } from './archived-of.ts';
import { describeFailure } from './failure.ts';
import { findGenerationState } from './generation-state.ts';

const alike = { 'from job_results': [{ count: 7 }] };

test('a failure with a code has the remedy of the catalogue, and says how many had the same', async () => {
  const code = 'errand.files.content_missing';
  const failure = await describeFailure(scriptedDb(alike), 'org', { error_code: code, error_message: 'It is gone.' });
  assert.deepEqual(failure, {
    code,
    message: 'It is gone.',
    remedy: errorCatalogue.get(code)!.remedy,
    similar_24h: 7,
  });
});

test('a failure without a message shows the cause of its code', async () => {
  const code = 'errand.files.content_missing';
  const { message } = await describeFailure(scriptedDb(alike), 'org', { error_code: code, error_message: null });
  assert.equal(message, errorCatalogue.get(code)!.cause);
});

test('failures from before there were codes are not counted as alike', async () => {
  const db = scriptedDb(alike);
  const failure = await describeFailure(db, 'org', { error_code: null, error_message: 'Old.' });
  assert.deepEqual([failure.similar_24h, db.sent.length], [0, 0]);
  assert.match(failure.code, /^errand\./);
  assert.ok(failure.remedy.length > 0);
});

test('a code that this release does not know still gets a remedy', async () => {
  const failure = await describeFailure(scriptedDb(alike), 'org', {
    error_code: 'errand.later.thing',
    error_message: null,
  });
  assert.equal(failure.code, 'errand.later.thing');
  assert.ok(failure.remedy.length > 0);
});

const generation = (...rows: object[]) => findGenerationState(scriptedDb({ 'from jobs': rows }), 'org', 'job');

test('the state of a generation follows its job', async () => {
  assert.equal(await generation(), undefined);
  assert.equal((await generation({ status: null, error_message: null }))!.status, 'building');
  for (const status of [jobStatus.success, jobStatus.cached])
    assert.deepEqual(await generation({ status, error_message: null }), { status: 'succeeded', error: '' });
  assert.deepEqual(await generation({ status: jobStatus.failure, error_message: 'Why' }), {
    status: 'failed',
    error: 'Why',
  });
  assert.match((await generation({ status: jobStatus.cancelled, error_message: null }))!.error, /cancelled/);
});

test('a list of jobs that have not ended does not look into the archive', async () => {
  const db = scriptedDb({ 'from archive_parts': [{ last_id: '01900000-0000-7000-8000-000000000000' }] });
  assert.equal(await findArchivedOf(db, 'org', { status_code: '0,1' } as never), null);
  assert.equal(db.sent.length, 0);
  assert.ok((await findArchivedOf(db, 'org', { status_code: '1,3' } as never)) instanceof Date);
  assert.ok((await findArchivedOf(db, 'org', {} as never)) instanceof Date);
});
