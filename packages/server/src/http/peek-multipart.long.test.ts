import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { MultipartError } from './multipart.ts';
import { bodyChunks, peekMultipartField } from './peek-multipart.ts';

const head = 'Content-Disposition: form-data; name=';
const part = (name: string, value: string): string => `--b\r\n${head}"${name}"\r\n\r\n${value}\r\n`;

async function peek(pieces: string[]): Promise<string | undefined> {
  const raw = Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: false },
  );
  try {
    return await peekMultipartField(raw, 'multipart/form-data; boundary=b', 'organization_id');
  } finally {
    const body = await Array.fromAsync(bodyChunks(raw));
    assert.equal(Buffer.concat(body).toString(), pieces.join(''), 'the reader gets it whole');
  }
}

test('a field is found in any spelling of its header, before and after others, in pieces of any size', async () => {
  const others = part('file', 'a file with organization_id and\r\n\r\nblank lines');
  const ends = '--b--\r\n';
  for (const named of [
    part('organization_id', 'x'),
    `--b\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; name=organization_id\r\n\r\nx\r\n`,
    `--b\r\n${head}"organization_id" \r\nX: y\r\n\r\nx\r\n`,
  ]) {
    for (const whole of [named + others + ends, others + named + ends]) {
      for (const pieces of [[whole], whole.match(/[\s\S]{1,7}/g)!]) assert.equal(await peek(pieces), 'x', whole);
    }
  }
});

test('a part that only resembles the field is ignored', async () => {
  const file = `--b\r\n${head}"organization_id"; filename="a"\r\n\r\nx\r\n`;
  for (const body of ['', `${part('other', 'x')}--b--`, `${file}--b--`])
    assert.equal(await peek([body]), undefined, body);
});

test('a body that cannot be read up to the field is refused, and stays whole for the error message', async () => {
  const long = part('file', 'y'.repeat(70_000)) + part('organization_id', 'x');
  for (const body of [
    '--b',
    part('other', 'x'),
    `--b\r\n${head}"organization_id"\r\n\r\n`,
    'name=organization_id',
    long,
  ])
    await assert.rejects(peek(body.match(/[\s\S]{1,1000}/g)!), MultipartError, body.slice(0, 100));
});

test('a body made to be searched again and again, byte by byte, keeps nobody waiting', async () => {
  const lines = 'name=organization_id\r\n'.repeat(2_900);
  const heads = `${head}"organization_id\r\n`.repeat(1_000);
  for (const body of [lines, heads]) await assert.rejects(peek(body.match(/[\s\S]{1,5}/g)!), MultipartError);
});
