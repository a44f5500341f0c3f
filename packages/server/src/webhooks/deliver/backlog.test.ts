import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { createBacklog, type Prepared } from './backlog.ts';
import { createLane } from './lane.ts';

const lane = () => createLane('w', 8, 0);
const prepared = (id: string) => ({ delivery: { id } }) as Prepared;

test('deliveries wait in their order, lane by lane, and are counted', () => {
  const backlog = createBacklog();
  const [one, two] = [lane(), lane()];
  backlog.add(one, prepared('a'));
  backlog.add(one, prepared('b'));
  backlog.add(two, prepared('c'));
  assert.deepEqual([one.waiting, two.waiting], [2, 1]);
  assert.equal(backlog.take(one)?.delivery.id, 'a');
  assert.deepEqual(pluck(backlog.drain(one), 'id'), ['b']);
  assert.deepEqual([one.waiting, backlog.take(one), backlog.lanes()], [0, undefined, [two]]);
});

test('deliveries being prepared need slots too, unless their receiver responds', () => {
  const backlog = createBacklog();
  const [fresh, good] = [lane(), { ...lane(), health: 'good' as const }];
  const done = backlog.expect([fresh, fresh, good]);
  const young = { good: 0, new: 0, failing: 0 };
  backlog.addExpected(young);
  assert.deepEqual(young, { good: 0, new: 2, failing: 0 });
  done();
  backlog.addExpected(young);
  assert.deepEqual([young.new, fresh.waiting], [2, 0]);
});
