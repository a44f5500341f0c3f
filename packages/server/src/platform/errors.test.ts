import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, isDatabaseOut, isOutOfSpace, outageCause, refuseBlank } from './errors.ts';

const error = (code: string, extra = {}): Error => Object.assign(new Error('text'), { code, ...extra });

test('the cause of an outage is read from the error of a statement', () => {
  for (const [given, cause] of [
    [error('25006'), 'read_only'],
    [error('57P03'), 'recovering'],
    [error('57P01'), 'unreachable'],
    [error('08006'), 'unreachable'],
    [error('53300'), 'unreachable'],
    [error('ECONNREFUSED'), 'unreachable'],
    [new Error('Connection terminated unexpectedly'), 'unreachable'],
    [error('ENOENT', { syscall: 'connect' }), 'unreachable'],
    [error('ENOENT', { syscall: 'open' }), undefined],
    [error('53100'), 'full'],
    [error('23505'), undefined],
    [error('40P01'), undefined],
    ['not an error', undefined],
  ] as const)
    assert.equal(outageCause(given), cause, String((given as { code?: string }).code ?? given));
});

test('a full disk is recognized behind other errors, and does not count as a passing outage', () => {
  const full = new Error('outer', { cause: error('ENOSPC') });
  assert.equal(isOutOfSpace(full), true);
  assert.equal(isDatabaseOut(full), false);
  assert.equal(isDatabaseOut(error('57P01')), true);
});

test('every blank field is named, and fields left out are not', () => {
  assert.doesNotThrow(() => refuseBlank({ name: 'a', note: undefined }));
  assert.throws(
    () => refuseBlank({ name: ' \n', note: '', other: 'x' }),
    (thrown: AppError) => {
      assert.deepEqual(Object.keys(thrown.options.fields ?? {}), ['name', 'note']);
      return thrown instanceof AppError && thrown.code === 'invalid_fields';
    },
  );
});
