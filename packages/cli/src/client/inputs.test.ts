import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../terminal/errors.ts';
import { isTextual, parseInputs, resolveInputs } from './inputs.ts';

test('inputs are values, files, or values that begin with @', () => {
  assert.deepEqual(parseInputs(['a=1=2', 'b=@file', 'c=@@user', 'd=', 'e=two\nlines']), [
    { key: 'a', value: '1=2', isFile: false },
    { key: 'b', value: 'file', isFile: true },
    { key: 'c', value: '@user', isFile: false },
    { key: 'd', value: '', isFile: false },
    { key: 'e', value: 'two\nlines', isFile: false },
  ]);
  for (const text of ['a', '=b', '']) assert.throws(() => parseInputs([text]), UsageError, text);
});

test('a repeated key is a list, and a missing file is told before anything is sent', async () => {
  const given = parseInputs(['a=1', 'a=2', 'b=3']);
  assert.deepEqual(await resolveInputs({} as never, given, []), { a: ['1', '2'], b: '3' });
  await assert.rejects(resolveInputs({} as never, parseInputs(['a=@/nowhere/x']), []), /There is no file/);
  await assert.rejects(resolveInputs({} as never, parseInputs(['a=@/']), []), /is not a file/);
});

test('text and JSON are read, everything else is uploaded', () => {
  assert.deepEqual(['text/plain', 'application/json', 'application/pdf', 'image/*'].map(isTextual), [
    true,
    true,
    false,
    false,
  ]);
});
