import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY_BYTES_MAX } from './model.ts';
import { buildBody, type CompletedJob } from './payload.ts';

const at = new Date('2026-01-05T09:12:44.120Z');
const job: CompletedJob = {
  id: 'j',
  status: 3,
  cost: 0.0123,
  createdAt: new Date('2026-01-05T09:12:40.000Z'),
  completedAt: new Date('2026-01-05T09:12:43.900Z'),
  outputs: [{ key: 'total', data_type: 'text/plain', value: '118.00' }],
  metadata: { case: 'A-17' },
  errorMessage: null,
  agent: { id: 'a', name: 'Invoice reader' },
  version: { id: 'v', name: 'version 3' },
  organization: { id: 'o', name: 'Example Org' },
};
const build = (change: Partial<CompletedJob> = {}) => JSON.parse(buildBody({ ...job, ...change }, at));

test('the body has exactly the members of the contract', () => {
  assert.deepEqual(build(), {
    timestamp: '2026-01-05T09:12:44.120Z',
    agent: { id: 'a', name: 'Invoice reader' },
    agent_version: { id: 'v', name: 'version 3' },
    job: {
      id: 'j',
      status: 'succeeded',
      status_code: 3,
      cost: 0.0123,
      created_at: '2026-01-05T09:12:40.000Z',
      completed_at: '2026-01-05T09:12:43.900Z',
      output: '118.00',
      metadata: { case: 'A-17' },
    },
    organization: { id: 'o', name: 'Example Org' },
  });
});

test('one output is its value, several are an object, JSON is parsed and keeps its digits', () => {
  const json = { key: 'j', data_type: 'application/json', value: '{"n": 12345678901234567890}' };
  assert.match(buildBody({ ...job, outputs: [json] }, at), /"output":\{"n":12345678901234567890\}/);
  assert.deepEqual(build({ outputs: [...job.outputs, { ...json, value: '[1]' }] }).job.output, {
    total: '118.00',
    j: [1],
  });
  assert.equal(build({ outputs: [{ ...json, value: 'not json' }] }).job.output, 'not json');
  assert.deepEqual(
    build({ outputs: [{ ...json, data_type: 'application/ld+json; charset=utf-8', value: '{}' }] }).job.output,
    {},
  );
  assert.equal(build({ outputs: [] }).job.output, null);
});

test('each final status has its word', () => {
  const words = [3, 6, 4, 5].map((status) => {
    const { job: told } = build({ status, errorMessage: status === 4 ? 'No pages.' : null });
    return [told.status, told.status_code, told.output, told.error_message];
  });
  assert.deepEqual(words, [
    ['succeeded', 3, '118.00', undefined],
    ['succeeded', 6, '118.00', undefined],
    ['failed', 4, null, 'No pages.'],
    ['failed', 5, null, 'The job was cancelled.'],
  ]);
});

test('a body never has more than 20,480 bytes: first the output goes, then the metadata', () => {
  const long = { key: 'o', data_type: 'text/plain', value: '€'.repeat(7_000) };
  const cut = build({ outputs: [long] });
  assert.deepEqual([cut.job.output, cut.job.output_truncated, cut.job.metadata], [null, true, { case: 'A-17' }]);
  assert.equal(cut.job.metadata_truncated, undefined);
  const both = build({ outputs: [long], metadata: { text: 'x'.repeat(30_000) } });
  assert.deepEqual([both.job.output, both.job.metadata, both.job.metadata_truncated], [null, {}, true]);
  const failed = { status: 4, outputs: [], errorMessage: '€'.repeat(30_000), metadata: { text: 'x'.repeat(30_000) } };
  for (const change of [{ outputs: [long] }, { metadata: { text: 'x'.repeat(30_000) } }, failed])
    assert.ok(Buffer.byteLength(buildBody({ ...job, ...change }, at)) <= BODY_BYTES_MAX);
  const exact = build({ outputs: [{ ...long, value: 'x'.repeat(BODY_BYTES_MAX - 439) }] });
  assert.ok(exact.job);
});
