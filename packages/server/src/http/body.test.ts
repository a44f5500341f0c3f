import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { JsonError } from '#platform/json.ts';
import { formFields } from './body.ts';

const read = (text: string): [string, string][] =>
  formFields({ body: Buffer.from(text), headers: {} } as unknown as FastifyRequest);

test('a form is read as browsers read it', () => {
  for (const text of [
    '',
    'a',
    'a=',
    '=b',
    '&&a=1&',
    'a=b=c',
    'a=1&a=2',
    'a+b=c+d',
    'a=%2B%20%26%3D',
    '%C3%A4=%F0%9F%98%80',
    'ä=ö',
  ])
    assert.deepEqual(read(text), [...new URLSearchParams(text)], text);
  assert.deepEqual(read('\ufeffa=1'), [['a', '1']], 'without a byte order mark');
});

test('bytes that are not text are refused, not repaired', () => {
  for (const text of ['a=%', 'a=%zz', 'a=%ff', '%ed%a0%80=a', 'a=%00'])
    assert.throws(() => read(text), JsonError, text);
  assert.throws(() => read('a&'.repeat(10_000)), /more than 10000 fields/);
});

test('two million plus signs are read like any other text', () => {
  assert.equal(read(`a=${'+'.repeat(2_000_000)}`)[0]![1].length, 2_000_000);
});
