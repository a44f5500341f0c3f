import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFields, readCorrections } from './correct-fields.ts';

test('plain values are listed by pointer, with names escaped', () => {
  assert.deepEqual(listFields({ total: 1, 'a/b': { '~': null }, items: [{ ok: true }] }), [
    { pointer: '/total', value: 1 },
    { pointer: '/a~1b/~0', value: null },
    { pointer: '/items/0/ok', value: true },
  ]);
  assert.equal(listFields(Array.from({ length: 500 }, (_, index) => index)).length, 200);
});

test('corrections are what was changed, in the type that was there', () => {
  const fields = listFields({ total: 1, name: '7', ok: true, none: null, same: 'x' });
  const typed = { '/total': '2.5', '/name': '8', '/ok': 'False', '/none': '3', '/same': 'x' };
  assert.deepEqual(readCorrections(fields, typed), { '/total': 2.5, '/name': '8', '/ok': false, '/none': 3 });
  assert.deepEqual(readCorrections(fields, { '/total': 'two', '/name': '' }), { '/total': 'two', '/name': null });
});
