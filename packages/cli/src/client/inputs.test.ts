import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { InputFile } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { findUndeclared, isTextual, parseInputs, resolveInputs } from './inputs.ts';

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

test('a file that vanishes between two uploads, or changes during one, is named', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-inputs-'));
  context.after(() => rm(folder, { recursive: true }));
  const [first, second] = [join(folder, 'first.bin'), join(folder, 'second.bin')];
  for (const path of [first, second]) await writeFile(path, new Uint8Array(3 * 1024 * 1024));
  const definitions = ['a', 'b'].map((key) => ({ key, data_type: 'application/pdf', description: '' }));
  const given = parseInputs([`a=@${first}`, `b=@${second}`]);
  /** A server that accepts uploads and changes the files during them. */
  const during = (disturb: () => Promise<void>) => ({
    files: {
      async upload({ open }: InputFile) {
        for await (const _ of (await open()) as AsyncIterable<Uint8Array>) await disturb();
        return { id: 'f' };
      },
    },
  });
  const gone = during(() => rm(second, { force: true }));
  await assert.rejects(resolveInputs(gone as never, given, definitions), /second\.bin no longer exists/);
  const cut = during(() => truncate(first, 10));
  await assert.rejects(
    resolveInputs(cut as never, given.slice(0, 1), definitions),
    /first\.bin changed during the upload/,
  );
});

test('an input that the agent does not declare is told, with the nearest that it does', () => {
  const definitions = ['name', 'city'].map((key) => ({ key, data_type: 'text/plain', description: '' }));
  assert.deepEqual(findUndeclared(parseInputs(['nam=A', 'city=B', 'zzz=1', 'zzz=2']), definitions), [
    '! The agent has no input nam. Did you mean name?',
    '! The agent has no input zzz.',
  ]);
});

test('text and JSON are read, everything else is uploaded', () => {
  assert.deepEqual(['text/plain', 'application/json', 'application/pdf', 'image/*'].map(isTextual), [
    true,
    true,
    false,
    false,
  ]);
});
