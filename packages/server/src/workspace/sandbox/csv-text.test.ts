import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { refuseNul, toUtf8, uniteLineEnds } from './csv-text.ts';
import { Refused } from './failures.ts';

const folder = await makeFolder();
const write = (content: string | Buffer): string => {
  const path = join(folder, 'from.csv');
  writeFileSync(path, content);
  return path;
};
const to = (): string => join(folder, 'to.csv');

test('a NUL byte is found wherever it stands', async () => {
  await refuseNul(write('a,b\n'));
  await refuseNul(write(''));
  for (const at of [0, 3, 262_143, 262_144, 600_000]) {
    const content = Buffer.alloc(600_001, 'a');
    content[at] = 0;
    await assert.rejects(refuseNul(write(content)), Refused);
  }
});

test('UTF-16 becomes UTF-8 in either order of bytes, and half a letter is refused', async () => {
  const text = 'name\nÄnne 😀\n';
  const little = Buffer.from(text, 'utf16le');
  await toUtf8(write(little), to(), 'utf-16le');
  assert.equal(readFileSync(to(), 'utf8'), text);
  await toUtf8(write(Buffer.from(little).swap16()), to(), 'utf-16be');
  assert.equal(readFileSync(to(), 'utf8'), text);
  await assert.rejects(toUtf8(write(Buffer.from([0x61, 0x00, 0x3d, 0xd8])), to(), 'utf-16le'), Refused);
});

test('mixed line ends become one kind, and the result says whether they were mixed', async () => {
  assert.equal(await uniteLineEnds(write('a\r\nb\nc\r\n'), to()), true);
  assert.equal(readFileSync(to(), 'utf8'), 'a\nb\nc\n');
  assert.equal(await uniteLineEnds(write('a\r\nb\r\n'), to()), false);
  assert.equal(await uniteLineEnds(write('a\nb\n'), to()), false);
  const long = `${'x'.repeat(1024 * 1024 - 1)}\r\ny\n\r`;
  assert.equal(await uniteLineEnds(write(long), to()), true);
  assert.equal(readFileSync(to(), 'utf8'), long.replace('\r\n', '\n'), 'a line end between two pieces is one');
});
