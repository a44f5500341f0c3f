import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { jobStatus } from '../record/model.ts';
import type { JobRecord } from '../record/store.ts';
import {
  bulkResultView,
  bulkStatusView,
  eventViews,
  inputViews,
  outputViews,
  resultView,
  statusView,
} from './views.ts';

const outputs = [{ key: 'output', data_type: 'text/plain', value: 'v', description: '', cost: 0.5 }];
const job = (over: Partial<JobRecord> = {}): JobRecord => ({
  id: 'j',
  agentId: 'a',
  versionId: 'v',
  status: jobStatus.success,
  createdAt: new Date(1_000),
  events: [{ at: 2_500, status: jobStatus.success }],
  errorCode: null,
  errorMessage: null,
  inputs: [
    { key: 'text', value: 'secret' },
    { key: 'gone', value: 'x' },
  ],
  metadata: null,
  outputs,
  inputTokens: 1,
  outputTokens: 2,
  cost: 0.5,
  timeoutSeconds: 1,
  maxCost: null,
  dataDeleted: false,
  links: [],
  inputDefinitions: [{ key: 'text', data_type: 'text/markdown', description: '' }],
  ...over,
});

test('outputs are shown of successful and cached jobs only; those of a cached one cost nothing', () => {
  assert.deepEqual(outputViews(job()), outputs);
  assert.deepEqual(outputViews(job({ status: jobStatus.cached })), [{ ...outputs[0], cost: 0 }]);
  for (const status of [jobStatus.pending, jobStatus.started, jobStatus.retry, jobStatus.failure, jobStatus.cancelled])
    assert.deepEqual(outputViews(job({ status })), []);
});

test('deleted data is shown nowhere', () => {
  const deleted = job({ dataDeleted: true });
  assert.deepEqual(outputViews(deleted), []);
  assert.deepEqual(pluck(inputViews(deleted), 'value'), ['[deleted]', '[deleted]']);
  assert.doesNotMatch(JSON.stringify([resultView(deleted, ''), bulkResultView('j', deleted, '')]), /secret/);
});

test('an input has the type of its definition, or plain text when that is gone', () => {
  assert.deepEqual(pluck(inputViews(job()), 'data_type'), ['text/markdown', 'text/plain']);
});

test('an error is reported while a job waits for its next attempt and when it failed, and at no other time', () => {
  for (const [status, isTold] of [
    [jobStatus.retry, true],
    [jobStatus.failure, true],
    [jobStatus.success, false],
    [jobStatus.cancelled, false],
  ] as const) {
    const one = job({ status, errorMessage: 'Why.' });
    assert.equal(statusView(one).error_message, isTold ? 'Why.' : undefined);
    assert.equal(resultView(one, '').error_message, isTold ? 'Why.' : null);
    assert.equal(bulkStatusView('j', one).error_message, isTold ? 'Why.' : null);
  }
});

test('of many jobs at once, an unknown one is nulls and one that is not final has no result', () => {
  const unknown = bulkResultView('x', undefined, '');
  assert.deepEqual([unknown.id, unknown.status, unknown.result, unknown.inputs], ['x', null, null, null]);
  assert.equal(bulkStatusView('x', undefined).timestamp, null);
  assert.equal(bulkResultView('j', job({ status: jobStatus.started }), '').result, null);
  assert.deepEqual(bulkResultView('j', job(), '').result, outputs);
});

test('events begin with PENDING at creation; times are seconds in one view and ISO in the other', () => {
  const events = eventViews(new Date(1_000), [{ at: 2_500, status: jobStatus.retry, error: 'Why.', postponed: 3 }]);
  assert.deepEqual(events, [
    { timestamp: '1970-01-01T00:00:01.000Z', status_code: 0 },
    { timestamp: '1970-01-01T00:00:02.500Z', status_code: 2, error_message: 'Why.', count: 3 },
  ]);
  assert.equal(statusView(job()).timestamp, 2.5);
});
