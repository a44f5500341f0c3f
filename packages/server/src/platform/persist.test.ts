import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTransient, persistently } from './persist.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

test('a write is tried again while PostgreSQL is away, and told which try it is', async () => {
  const tries: number[] = [];
  const result = await persistently(async (attempt) => {
    tries.push(attempt);
    if (attempt < 2) throw failure('57P03');
    return 'done';
  });
  assert.equal(result, 'done');
  assert.deepEqual(tries, [0, 1, 2]);
});

test('what PostgreSQL refuses for good is not tried again', async () => {
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
