import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamForm } from './stream-form.ts';

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

test('a streamed form reads like any other, whatever the name', async () => {
  const name = 'a "quoted"\r\nname.txt';
  const { body, headers } = streamForm({ field: 'file', name, type: 'text/plain' }, pieces('one', '', ' two'));
  const form = await new Response(body, { headers }).formData();
  const file = form.get('file') as File;
  assert.deepEqual([file.type, await file.text()], ['text/plain', 'one two']);
  assert.match(file.name, /^a .quoted.*name\.txt$/s);
  assert.equal([...form.keys()].length, 1);
});

test('a content that fails fails the body, and a reader that leaves ends the content', async () => {
  async function* failing() {
    yield new Uint8Array([1]);
    throw new Error('unreadable');
  }
  const failed = streamForm({ field: 'file', name: 'n', type: '' }, failing());
  await assert.rejects(new Response(failed.body).text(), /unreadable/);
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield new Uint8Array([1]);
    } finally {
      ended = true;
    }
  }
  const reader = streamForm({ field: 'file', name: 'n', type: '' }, endless()).body.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  assert.equal(ended, true);
});
