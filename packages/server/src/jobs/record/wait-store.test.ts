import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { listWaits, type WaitFilter } from './wait-store.ts';

async function statements(filter: WaitFilter) {
  const db = scriptedDb({ 'count(*)': [{ count: 0 }] });
  await listWaits(db, 'org', filter, { size: 10, offset: 20 });
  return db.sent as [(typeof db.sent)[0], (typeof db.sent)[0]];
}

test('every parameter that a list of waits names is bound, whichever filters are used', async () => {
  const filters: WaitFilter[] = [
    {},
    { status: 'open', kind: 'approval' },
    { status: 'answered', agentId: 'a', jobId: 'j' },
    { mine: { roles: ['viewer', 'member'], userId: null }, kind: 'question' },
  ];
  for (const filter of filters) {
    const [, rows] = await statements(filter);
    const named = new Set([...rows.text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    assert.deepEqual(
      [...named].sort((a, b) => a - b),
      rows.values.map((_, at) => at + 1),
    );
    assert.deepEqual([rows.values[0], ...rows.values.slice(-2)], ['org', 10, 20]);
  }
});

test('values of a filter never become part of the statement', async () => {
  const [, rows] = await statements({ status: 'answered', kind: "x'; drop table jobs; --" as never });
  assert.doesNotMatch(rows.text, /drop table/);
});

test('open waits are asked for as their index has them', async () => {
  const [count] = await statements({ status: 'open' });
  assert.match(count.text, /w\.status = 'open'/);
});

test('the waits of a caller are questions to a person that this caller may answer', async () => {
  const [, rows] = await statements({ mine: { roles: ['viewer', 'member'], userId: 7 } });
  assert.match(rows.text, /w\.kind in \('approval', 'question'\)/);
  assert.match(rows.text, /w\.forbid_requester/);
  assert.deepEqual(rows.values.slice(1, 3), [7, ['viewer', 'member']]);
});
