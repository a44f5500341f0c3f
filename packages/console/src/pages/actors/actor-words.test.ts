import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorPath, actorWords } from './actor-words.ts';

const nobody = { id: null, user_id: null, key_id: null, address: null, event: null };

test('people have their name, and everything else says what it is', () => {
  assert.equal(actorWords({ ...nobody, kind: 'person', name: 'ada@example.com' }), 'ada@example.com');
  assert.equal(actorWords({ ...nobody, kind: 'key', name: 'nightly' }), 'key nightly');
  assert.equal(actorWords({ ...nobody, kind: 'system', name: 'system' }), 'the service');
  const trigger = { ...nobody, kind: 'trigger' as const, id: 't', name: 'Orders' };
  assert.equal(actorWords(trigger), 'trigger Orders');
  assert.equal(
    actorWords({ ...trigger, event: 'order-7', address: '192.0.2.1' }),
    'trigger Orders (event order-7, from 192.0.2.1)',
  );
});

test('triggers, schedules and jobs have a page', () => {
  const of = (kind: 'trigger' | 'schedule' | 'job' | 'person', id: string | null) =>
    actorPath({ ...nobody, kind, id, name: 'x' });
  assert.deepEqual(
    [of('trigger', 'a'), of('schedule', 'b'), of('job', 'c'), of('person', null), of('job', null)],
    ['/triggers/a', '/schedules/b', '/jobs/c', undefined, undefined],
  );
});
