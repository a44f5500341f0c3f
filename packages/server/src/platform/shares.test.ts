import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShares } from './shares.ts';

test('a name has no more than its share at once, in order, and others are not held up by it', async () => {
  const share = createShares(2, 60_000);
  const running = new Set<string>();
  const order: string[] = [];
  const gates = new Map<string, () => void>();
  const start = (name: string, id: string): Promise<string> =>
    share(name, async () => {
      order.push(id);
      running.add(id);
      await new Promise<void>((resolve) => gates.set(id, resolve));
      running.delete(id);
      return id;
    });
  const all = ['a1', 'a2', 'a3', 'a4'].map((id) => start('a', id));
  const other = start('b', 'b1');
  assert.deepEqual([...running], ['a1', 'a2', 'b1']);
  gates.get('a2')!();
  assert.equal(await all[1], 'a2');
  await new Promise(setImmediate);
  assert.deepEqual([...running], ['a1', 'b1', 'a3']);
  for (const id of ['b1', 'a1', 'a3']) gates.get(id)!();
  await Promise.all([other, all[0], all[2]]);
  await new Promise(setImmediate);
  gates.get('a4')!();
  assert.equal(await all[3], 'a4');
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('work that fails gives its place to the next', async () => {
  const share = createShares(1, 60_000);
  const failing = share('a', () => Promise.reject(new Error('no')));
  const next = share('a', async () => 'yes');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'yes');
});

test('nobody waits in line for ever, and who gave up is passed over', async () => {
  const share = createShares(1, 20);
  const held = Promise.withResolvers<void>();
  const first = share('a', () => held.promise);
  await assert.rejects(
    share('a', async () => undefined),
    /timeout exceeded/,
  );
  held.resolve();
  await first;
  assert.equal(await share('a', async () => 'again'), 'again');
});
