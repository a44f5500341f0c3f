import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '#platform/ids.ts';
import { readBounds } from './bounds.ts';

const HOUR_MS = 3_600_000;
const read = (...filters: Parameters<typeof readBounds>[0]) => readBounds(filters, { idColumn: 'id' });

test('times become ids with a margin, so that the query still decides', () => {
  const at = Date.UTC(2026, 2, 1);
  const { from, to, isComplete } = read(
    { column: 'created_at', op: '>=', value: '2026-03-01' },
    { column: 'created_at', op: '<', value: '2026-03-01 12:00:00' },
  );
  assert.equal(from, firstIdAt(at - HOUR_MS));
  assert.equal(to, firstIdAt(at + 13 * HOUR_MS));
  assert.equal(isComplete, false);
});

test('agents and ids narrow what is read; the query filters the rest', () => {
  const id = '01a1e94c-346d-7000-8161-1958e48d1ec6';
  assert.deepEqual(read({ column: 'agent_id', op: 'in', values: [id] }), { isComplete: true, agentIds: [id] });
  assert.equal(read({ column: 'id', op: '=', value: id }).from, id);
  assert.deepEqual(read({ column: 'status', op: '=', value: 'failure' }), { isComplete: false });
  assert.deepEqual(read({ column: 'created_at', op: '>', value: 'soon' }), { isComplete: false });
  assert.deepEqual(read({ column: 'agent_id', op: '=', value: id.toUpperCase() }), { isComplete: false });
});
