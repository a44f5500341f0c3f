import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listChips, readJobSearch, readQueryText, toJobFilter } from './job-search.ts';

const agent = { id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', name: 'Invoice reader' };

test('a typed line becomes filters; what means nothing is named', () => {
  const { search, unknown } = readQueryText(
    'status:failure,success agent:"invoice READER" cost:>0.5 metadata.case:A-17 metadata.n:7 input:"two words" free text',
    [agent],
  );
  assert.deepEqual(search, {
    agent: agent.id,
    status: 'failure,success',
    metadata: '{"case":"A-17","n":7}',
    input: 'two words',
    cost_min: 0.5,
    q: 'free text',
  });
  assert.deepEqual(unknown, []);
  assert.deepEqual(readQueryText('colour:red agent:nobody status:', [agent]).unknown, [
    'colour:red',
    'agent:nobody',
    'status:',
  ]);
});

test('an address with nonsense opens with what makes sense of it', () => {
  assert.deepEqual(
    readJobSearch({
      status: 'failure,what',
      cost_min: 'x',
      from: 'yesterday',
      agent: 'x',
      batch: 7,
      since: '3y',
      q: 12,
    }),
    { status: 'failure', q: '12' },
  );
  assert.deepEqual(readJobSearch({ review: 'pending', cost_max: '2' }), { review: 'pending', cost_max: 2 });
  assert.deepEqual(readJobSearch({ metadata: { case: 'A-17' } }), { metadata: '{"case":"A-17"}' });
});

test('filters are asked for in the words of the service', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  const filter = toJobFilter({ status: 'failure,cached', since: '24h', q: agent.id }, now);
  assert.deepEqual(
    [filter.status_code, filter.created_from, filter.job_id, filter.search],
    ['4,6', '2026-01-01T00:00:00.000Z', agent.id, undefined],
  );
});

test('every filter has a chip to take it off by', () => {
  const search = { status: 'failure', agent: agent.id, cost_min: 0, review: 'pending', q: '<b>' };
  assert.deepEqual(
    listChips(search, [agent]).map(({ key, label }) => [key, label]),
    [
      ['status', 'status: failure'],
      ['agent', 'agent: Invoice reader'],
      ['review', 'needs review'],
      ['cost_min', 'cost ≥ $0'],
      ['q', '“<b>”'],
    ],
  );
});
