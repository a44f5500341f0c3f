import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputItem } from '#engines/engine/engine.ts';
import { applyCorrections, canBePut, firstJson, valueAt } from './corrections.ts';

const json = (value: unknown, key = 'result'): OutputItem =>
  ({ key, data_type: 'application/json', description: '', value: JSON.stringify(value) }) as OutputItem;
const text: OutputItem = { key: 'note', data_type: 'text/plain', description: '', value: 'hello' } as OutputItem;
const correct = (value: unknown, corrected: Record<string, unknown>): unknown =>
  firstJson(applyCorrections([json(value)], corrected));

test('corrections change the first JSON output and no other', () => {
  const outputs = [text, json({ total: 1 }), json({ total: 1 }, 'second')];
  const [note, first, second] = applyCorrections(outputs, { '/total': 2 });
  assert.deepEqual(note, text);
  assert.equal(first!.value, '{"total":2}');
  assert.equal(second!.value, '{"total":1}');
  assert.equal(firstJson([text]), undefined);
});

test('a pointer replaces a value, adds a member, or appends to a list', () => {
  const value = { lines: [{ price: 1 }, { price: 2 }], a: { b: 1 } };
  assert.deepEqual(correct(value, { '/lines/1/price': 9 }), { ...value, lines: [{ price: 1 }, { price: 9 }] });
  assert.deepEqual(correct(value, { '/a/c': true }), { ...value, a: { b: 1, c: true } });
  assert.deepEqual(correct([1, 2], { '/-': 3 }), [1, 2, 3]);
  assert.deepEqual(correct([1, 2], { '/2': 3 }), [1, 2, 3]);
  assert.deepEqual(correct({ a: 1 }, { '': 'everything' }), 'everything');
});

test('slashes and tildes in names are escaped as in JSON pointers', () => {
  assert.deepEqual(correct({ 'a/b': 1, '~1': 2 }, { '/a~1b': 3, '/~01': 4 }), { 'a/b': 3, '~1': 4 });
  assert.equal(valueAt({ 'a/b': 1 }, '/a~1b'), 1);
});

test('a member called __proto__ is data like any other', () => {
  const corrected = correct({}, { '/__proto__': { admin: true } }) as Record<string, unknown>;
  assert.equal(JSON.stringify(corrected), '{"__proto__":{"admin":true}}');
  assert.equal((corrected as { admin?: boolean }).admin, undefined);
});

test('only the last name of a pointer may be new', () => {
  const value = { lines: [1], a: { b: 1 } };
  for (const pointer of ['', '/a', '/a/b', '/a/new', '/new', '/lines/0', '/lines/1', '/lines/-'])
    assert.equal(canBePut(value, pointer), true, pointer);
  for (const pointer of ['a', '/new/member', '/lines/2', '/lines/01', '/lines/-/x', '/lines/first', '/a/b/c'])
    assert.equal(canBePut(value, pointer), false, pointer);
});

test('inherited members are not values of the output', () => {
  assert.equal(valueAt({}, '/toString'), undefined);
  assert.equal(valueAt([], '/length'), undefined);
  assert.equal(canBePut({}, '/constructor/name'), false);
});
