import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAIN_START, chainEvents, findChainProblems } from './manifest.ts';

const events = chainEvents([
  { at: '2026-01-01T00:00:00Z', kind: 'accepted' },
  { at: '2026-01-01T00:00:01Z', kind: 'status success', by: 'ada' },
]);

test('each event names the hash of the one before it, the first one none', () => {
  assert.equal(events[0]!.previous_hash, CHAIN_START);
  assert.equal(events[1]!.previous_hash, events[0]!.hash);
  assert.deepEqual(findChainProblems(events), []);
});

test('an event that was changed, removed or put elsewhere is named', () => {
  const changed = events.map((event, index) => (index === 1 ? { ...event, by: 'eve' } : event));
  assert.deepEqual(findChainProblems(changed), [
    'Event 2 (status success) does not match the hash of the event before it.',
  ]);
  assert.equal(findChainProblems(events.slice(1)).length, 1);
  assert.equal(findChainProblems(events.toReversed()).length, 1);
});
