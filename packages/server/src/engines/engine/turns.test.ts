import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('never more at once than allowed, and those who give up keep nobody waiting', async () => {
  const inTurn = createTurns(2);
  let now = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const work = (name: string) => async (): Promise<string> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => gates.push(resolve));
    now -= 1;
    return name;
  };
  const stop = new AbortController();
  const first = [inTurn(undefined, work('a')), inTurn(undefined, work('b'))];
  const gone = inTurn(stop.signal, work('c'));
  const last = [inTurn(stop.signal, work('d')), inTurn(undefined, work('e'))];
  gone.catch(() => undefined);
  last[0]!.catch(() => undefined);
  stop.abort(new Error('not any more'));
  await assert.rejects(gone, /not any more/);
  for (const open of gates.splice(0)) open();
  assert.deepEqual(await Promise.all(first), ['a', 'b']);
  await assert.rejects(last[0]!, /not any more/);
  for (const open of gates.splice(0)) open();
  assert.equal(await last[1], 'e');
  assert.equal(most, 2);
  await assert.rejects(inTurn(stop.signal, work('f')), /not any more/);
});

test('a place is given back when the work fails', async () => {
  const inTurn = createTurns(1);
  await assert.rejects(
    inTurn(undefined, async () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await inTurn(undefined, async () => 'next'), 'next');
});
