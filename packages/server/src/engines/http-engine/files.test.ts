import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { EngineFailure } from '../engine/engine.ts';
import { describeFiles } from './files.ts';

const one = 'file_01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const two = 'file_01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4e';
const contextWith = (size: number) => ({
  file: async (id: string) => ({
    id,
    name: 'a.txt',
    contentType: 'text/plain',
    size,
    sha256: '',
    open: async () => Readable.from([Buffer.from('hello')]),
  }),
});

test('inputs that hold files come with their content, in order; texts that only look like one do not', async () => {
  const inputs = { papers: `${one},${two}`, text: `see ${one}`, empty: '' };
  const { sent, files } = await describeFiles(contextWith(5), inputs);
  assert.deepEqual(sent, inputs);
  assert.deepEqual(
    files.map(({ id, key, content }) => [id, key, Buffer.from(content, 'base64').toString()]),
    [
      [one, 'papers', 'hello'],
      [two, 'papers', 'hello'],
    ],
  );
});

test('files that are too large together fail the job before they are read', async () => {
  const limit = 20 * 1024 * 1024;
  await describeFiles(contextWith(limit / 2), { papers: `${one},${two}` });
  await assert.rejects(describeFiles(contextWith(limit / 2 + 1), { papers: `${one},${two}` }), EngineFailure);
});
