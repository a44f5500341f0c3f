import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SqlLimits } from './limits.ts';
import { createSlots } from './slots.ts';

test('an organization waits at its own limit, while another one gets the slot that is left', async () => {
  const slots = createSlots(3, async () => ({ concurrency: 2 }) as SqlLimits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const use = (orgId: string, name: string) =>
    slots.use(orgId, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [use('a', 'a1'), use('a', 'a2'), use('a', 'a3'), use('b', 'b1'), use('b', 'b2')];
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  ends.get('a1')!();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(begun.slice(3), ['a3']);
  for (const name of ['a2', 'a3', 'b1']) ends.get(name)!();
  await new Promise((resolve) => setImmediate(resolve));
  ends.get('b2')!();
  await Promise.all(all);
});

test('a wait that was given up takes no slot', async () => {
  const slots = createSlots(1, async () => ({ concurrency: 1 }) as SqlLimits);
  let end = (): void => undefined;
  const first = slots.use('a', () => new Promise<void>((resolve) => (end = resolve)));
  const leaving = new AbortController();
  const second = slots.use('a', async () => assert.fail('it was given up'), leaving.signal);
  leaving.abort();
  await assert.rejects(second);
  await new Promise((resolve) => setImmediate(resolve));
  end();
  await first;
});
