import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutput } from './output.ts';

const item = (key: string, value: string, data_type = 'application/json') => ({
  key,
  value,
  data_type,
  description: '',
  cost: 0,
});

test('one output is its value, several are an object, none is null', () => {
  assert.deepEqual(readOutput([item('a', '{"x":1}')]), { x: 1 });
  assert.deepEqual(readOutput([item('a', '1'), item('b', 'two', 'text/plain')]), { a: 1, b: 'two' });
  assert.equal(readOutput([]), null);
});

test('text stays text, also when it looks like JSON or only pretends to be', () => {
  assert.equal(readOutput([item('a', '1', 'text/plain')]), '1');
  assert.equal(readOutput([item('a', '{')]), '{');
  assert.deepEqual(readOutput([item('a', '[1]', 'application/geo+json; charset=utf-8')]), [1]);
});
