import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { file, uploadFiles } from './input-files.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-input-'));
});
after(() => rm(folder, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function textOf(content: Blob | AsyncIterable<Uint8Array>): Promise<string> {
  if (content instanceof Blob) return content.text();
  return Buffer.concat(await Array.fromAsync(content)).toString();
}

test('files come from paths, addresses of files, Blobs, bytes and streams, under their names', async () => {
  const path = join(folder, 'a note.txt');
  await writeFile(path, 'by path');
  const cases: [ReturnType<typeof file>, string, string][] = [
    [file(path), 'a note.txt', 'by path'],
    [file(pathToFileURL(path)), 'a note.txt', 'by path'],
    [file(new File(['named'], 'n.pdf')), 'n.pdf', 'named'],
    [file(new Blob(['blob']), { name: 'b.pdf' }), 'b.pdf', 'blob'],
    [file(new TextEncoder().encode('bytes')), 'file', 'bytes'],
    [file(new Blob(['web stream']).stream()), 'file', 'web stream'],
    [file(pieces('in ', 'pieces')), 'file', 'in pieces'],
  ];
  for (const [given, name, text] of cases) {
    assert.deepEqual([given.name, await textOf(await given.open())], [name, text]);
  }
});

test('a file that is missing, a folder, or changes while it is read is an error with its path', async () => {
  await assert.rejects(file(join(folder, 'none')).open(), /The file .*none does not exist/);
  await assert.rejects(file(folder).open(), /is not a file/);
  const path = join(folder, 'shrinking');
  await writeFile(path, 'x'.repeat(100));
  const content = await file(path).open();
  await truncate(path, 10);
  await assert.rejects(textOf(content), /shrinking changed during the upload/);
  await writeFile(path, 'x');
  const gone = await file(path).open();
  await rm(path);
  await assert.rejects(textOf(gone), /shrinking cannot be read/);
});

test('files anywhere among the inputs become ids, and everything else stays as it is', async () => {
  const uploaded: string[] = [];
  const upload = async ({ name }: { name: string }) => `file_${uploaded.push(name)}`;
  const when = new Date();
  const body = { inputs: { doc: new Blob(['x']), pages: [file(pieces(), { name: 'p' }), 'file_0'], n: 1, when } };
  assert.deepEqual(await uploadFiles(body, upload), {
    inputs: { doc: 'file_1', pages: ['file_2', 'file_0'], n: 1, when },
  });
  assert.deepEqual(uploaded.toSorted(), ['file', 'p']);
});
