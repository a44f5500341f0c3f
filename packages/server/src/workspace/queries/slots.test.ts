import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots } from './slots.ts';

test('of those that wait, the organization that runs least is next, and none has more than its share', async () => {
  const slots = createSlots({ total: 2, perOrg: 2 });
  const order: string[] = [];
  const gates = new Map<string, () => void>();
  const begin = (org: string, name: string, perOrg?: number): Promise<void> =>
    slots.use(
      org,
      () => {
        order.push(name);
        return new Promise((end) => gates.set(name, end));
      },
      { perOrg },
    );
  const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1'), begin('b', 'b2', 1)];
  await turn();
  assert.deepEqual(order, ['a1', 'a2']);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
    gates.get(name)!();
    await turn();
  }
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2']);
  await Promise.all(all);
});

test('who is cancelled leaves the queue at once, and takes nobody’s turn', async () => {
  const slots = createSlots({ total: 1, perOrg: 1 });
  let end = (): void => undefined;
  const first = slots.use('a', () => new Promise<void>((resolve) => (end = resolve)));
  const abort = new AbortController();
  const begun: string[] = [];
  const given = slots.use('a', async () => void begun.push('cancelled'), { signal: abort.signal });
  const last = slots.use('a', async () => void begun.push('last'));
  abort.abort(new Error('cancelled'));
  await assert.rejects(given, /cancelled/);
  await assert.rejects(
    slots.use('a', async () => void begun.push('late'), { signal: abort.signal }),
    /cancelled/,
  );
  end();
  await Promise.all([first, last]);
  assert.deepEqual(begun, ['last']);
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
