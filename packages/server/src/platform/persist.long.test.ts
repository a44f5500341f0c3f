import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTransient, persistBatch, persistently, StuckWrite } from './persist.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

test('a write is tried again while PostgreSQL is unavailable, and learns which try it is', async () => {
  const tries: number[] = [];
  const result = await persistently(async (attempt) => {
    tries.push(attempt);
    if (attempt < 2) throw failure('57P03');
    return 'done';
  });
  assert.equal(result, 'done');
  assert.deepEqual(tries, [0, 1, 2]);
});

test('statements that PostgreSQL refuses for good are not tried again', async () => {
  let tries = 0;
  const work = persistently(async () => {
    tries += 1;
    throw failure('22P02');
  });
  await assert.rejects(work, { code: '22P02' });
  assert.equal(tries, 1);
});

test('the limit ends it', async () => {
  await assert.rejects(
    persistently(async () => {
      throw failure('ECONNREFUSED');
    }, 50),
    { code: 'ECONNREFUSED' },
  );
});

test('a missing socket is a missing PostgreSQL; a missing file is not', () => {
  assert.equal(isTransient(Object.assign(failure('ENOENT'), { syscall: 'connect' })), true);
  assert.equal(isTransient(Object.assign(failure('ENOENT'), { syscall: 'open' })), false);
  for (const code of ['40P01', '53300', '55P03', '57014', '58030', '25P03'])
    assert.equal(isTransient(failure(code)), true);
  for (const code of ['22P05', '23514', '42P01']) assert.equal(isTransient(failure(code)), false);
});

const writable = { current: () => ({ writable: true }) as const, whenWritable: async () => true };

test('a batch that fails while others are written is handed back to be split, and a row alone is given up', async () => {
  for (const [size, tries] of [
    [2, 3],
    [1, 8],
  ] as const) {
    let tried = 0;
    const work = persistBatch(
      async () => {
        tried += 1;
        throw failure('58030');
      },
      { size, state: writable, patienceMs: 0 },
    );
    await assert.rejects(work, StuckWrite);
    assert.equal(tried, tries);
  }
});

test('failures in an outage, or because of one, do not count', async () => {
  let tried = 0;
  const work = async (): Promise<string> => {
    tried += 1;
    if (tried <= 5) throw failure(tried % 2 === 0 ? '25006' : '57P03');
    return 'written';
  };
  assert.equal(await persistBatch(work, { size: 2, state: writable, patienceMs: 0 }), 'written');
  tried = 0;
  const lost = async (): Promise<string> => {
    tried += 1;
    if (tried <= 5) throw failure('ECONNRESET');
    return 'written';
  };
  // The database is out before each attempt and back after it.
  let looks = 0;
  const current = () =>
    looks++ % 2 === 0
      ? ({ writable: false, cause: 'unreachable', since: new Date(), forMs: 0 } as const)
      : ({ writable: true } as const);
  const state = { current, whenWritable: async () => true };
  assert.equal(await persistBatch(lost, { size: 2, state, patienceMs: 0 }), 'written');
});
