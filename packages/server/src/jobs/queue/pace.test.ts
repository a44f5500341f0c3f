import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';

test('a look that took long is not repeated at once, but however long it took the next one comes', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const look = createPace(1_000);
  let looks = 0;
  const taking = (ms: number) => async (): Promise<void> => {
    looks += 1;
    now += ms;
  };
  await look(taking(1));
  now += 900;
  await look(taking(500));
  assert.equal(looks, 2);
  now += 4_000;
  await look(taking(1));
  assert.equal(looks, 2);
  now += 1_000;
  await look(taking(60_000));
  assert.equal(looks, 3);
  await look(taking(1));
  assert.equal(looks, 4, 'the look itself took longer than the longest pause');
});

test('a claim that fails is paced, too', async () => {
  const look = createPace(1_000);
  await assert.rejects(
    look(() => Promise.reject(new Error('out'))),
    /out/,
  );
  let looked = false;
  await look(async () => {
    looked = true;
  });
  assert.equal(looked, false);
});
