import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, isFiltered, listChips, readJobSearch, toJobFilter } from './job-search.ts';

const agent = { id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', name: 'Invoice reader' };

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
  const filter = toJobFilter({ status: 'failure,cached', since: '24h', q: 'cost:>1' }, now);
  assert.deepEqual([filter.status_code, filter.created_from, filter.q], ['4,6', '2026-01-01T00:00:00.000Z', 'cost:>1']);
});

test('states are asked for as people see them, and codes by their numbers', () => {
  assert.equal(toJobFilter({ status: 'waiting,failed' }, 0).display_status, 'waiting,failed');
  const cached = toJobFilter({ status: 'cached' }, 0);
  assert.deepEqual([cached.status_code, cached.display_status], ['6', undefined]);
  assert.deepEqual(readJobSearch({ status: 'waiting,nonsense' }), { status: 'waiting' });
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

test('columns are chosen, and filter nothing', () => {
  const search = readJobSearch({ columns: 'output.total,metadata.case' });
  assert.deepEqual(columnsOf(search), ['output.total', 'metadata.case']);
  assert.equal(isFiltered(search), false);
  assert.deepEqual(columnsOf({}), []);
});
