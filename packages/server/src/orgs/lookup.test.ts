import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLookup } from './lookup.ts';

/** A loader whose queries end when the test decides. */
function manualLoad() {
  const calls: { key: string; answer(value: string | undefined, lifeMs?: number): void; fail(error: Error): void }[] =
    [];
  const load = (key: string) =>
    new Promise<{ value: string; lifeMs?: number } | undefined>((resolve, reject) =>
      calls.push({
        key,
        answer: (value, lifeMs) => resolve(value === undefined ? undefined : { value, ...(lifeMs && { lifeMs }) }),
        fail: reject,
      }),
    );
  return { calls, load };
}

test('concurrent misses share one query, and the next use needs none', async () => {
  const { calls, load } = manualLoad();
  const lookup = createLookup(load);
  const uses = [lookup.get('a'), lookup.get('a'), lookup.get('a')];
  calls[0]!.answer('found');
  assert.deepEqual(await Promise.all(uses), ['found', 'found', 'found']);
  assert.equal(await lookup.get('a'), 'found');
  assert.equal(calls.length, 1);
});

test('a failed query fails its callers and is not remembered', async () => {
  const { calls, load } = manualLoad();
  const lookup = createLookup(load);
  const first = lookup.get('a');
  calls[0]!.fail(new Error('away'));
  await assert.rejects(async () => first, /away/);
  const second = lookup.get('a');
  calls[1]!.answer('found');
  assert.equal(await second, 'found');
});

test('an answer lives at most as long as what it tells', async () => {
  const { calls, load } = manualLoad();
  const lookup = createLookup(load);
  const first = lookup.get('a');
  calls[0]!.answer('found', 0.001);
  await first;
  const second = lookup.get('a');
  assert.equal(calls.length, 2);
  calls[1]!.answer(undefined);
  assert.equal(await second, undefined);
});

test('after forget, a query that was in progress leaves nothing behind', async () => {
  const { calls, load } = manualLoad();
  const lookup = createLookup(load);
  const old = lookup.get('a');
  lookup.forget();
  const fresh = lookup.get('a');
  calls[1]!.answer(undefined);
  assert.equal(await fresh, undefined);
  calls[0]!.answer('revoked meanwhile');
  await old;
  assert.equal(await lookup.get('a'), undefined);
});

test('a flood of unknown keys does not push out a known one', async () => {
  let queries = 0;
  const load = async (key: string) => {
    queries += 1;
    return key === 'known' ? { value: key } : undefined;
  };
  // The clock stands still, because a busy machine takes longer for the flood than entries live.
  const lookup = createLookup(load, () => 0);
  await lookup.get('known');
  await Promise.all(Array.from({ length: 12_000 }, (_, index) => lookup.get(`unknown ${index}`)));
  queries = 0;
  assert.equal(await lookup.get('known'), 'known');
  assert.equal(queries, 0);
  await lookup.get('unknown 11999');
  assert.equal(queries, 0, 'what is unknown is remembered too');
  await lookup.get('unknown 0');
  assert.equal(queries, 1, 'but only a bounded number of it');
});
