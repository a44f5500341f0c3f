import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { EngineFailure } from '../engine/engine.ts';
import { openSource, readSourceNames } from './open-source.ts';

const id = 'file_01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const names: [title: string, value: unknown, wanted: string[]][] = [
  ['a list', [id, ' https://h/a.pdf '], [id, 'https://h/a.pdf']],
  ['a text with commas', `${id},${id}`, [id, id]],
  ['blanks and lines', `${id} https://h/a.pdf\nhttps://h/b.pdf`, [id, 'https://h/a.pdf', 'https://h/b.pdf']],
  ['a comma inside of an address', 'https://h/a,b.pdf', ['https://h/a,b.pdf']],
  ['a comma between addresses', 'https://h/a.pdf, https://h/b.pdf', ['https://h/a.pdf', 'https://h/b.pdf']],
  ['a comma at the end', `${id},`, [id]],
];
describe('sources are read from', () => {
  for (const [title, value, wanted] of names)
    test(title, () => assert.deepEqual(readSourceNames(value, 'files'), wanted));
});

test('no source, and more than allowed, fail with the name of the key', () => {
  for (const value of [undefined, '', [], [' ']]) assert.throws(() => readSourceNames(value, 'files'), /'files'/);
  assert.throws(() => readSourceNames(Array(51).fill(id), 'files'), /51/);
  assert.throws(() => readSourceNames([id, id], 'files', 1), EngineFailure);
});

const fetched = (status: number, url = 'https://h/papers/a%20b.pdf') =>
  createTestContext([], {
    fetch: async () => {
      const body = Buffer.from('x');
      return { url, status, headers: { 'content-type': 'application/pdf' }, body, reopen: async () => body };
    },
  }).context;

test('a fetched source is named after the last part of its address, else after its host', async () => {
  assert.equal((await openSource(fetched(200), 'https://h/x')).name, 'a b.pdf');
  assert.equal((await openSource(fetched(200, 'https://h/'), 'https://h/x')).name, 'h');
  assert.equal((await openSource(fetched(200, 'https://h/%zz'), 'https://h/x')).name, '%zz');
});

test('an answer that is no success fails; a passing one may be tried again', async () => {
  for (const [status, retry] of [
    [404, false],
    [204, false],
    [429, true],
    [500, true],
  ] as const)
    await assert.rejects(openSource(fetched(status), 'https://h/x'), { retry });
});

test('a file that is too large is refused before it is opened', async () => {
  const { context } = createTestContext([], {
    file: async () => ({
      id,
      name: 'a',
      contentType: '',
      size: 11,
      sha256: '',
      open: async () => Readable.from([]),
    }),
  });
  assert.equal((await openSource(context, id, { bytesMax: 11 })).size, 11);
  await assert.rejects(openSource(context, id, { bytesMax: 10 }), EngineFailure);
});
