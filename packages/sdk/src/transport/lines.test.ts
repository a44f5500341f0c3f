import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, inPieces } from '../../test/replies.ts';
import { ConnectionError } from './errors.ts';
import { readLines } from './lines.ts';
import { createRequester } from './request.ts';

const linesOf = (response: Response) => readLines(createRequester({ fetch: createReplies(response).fetch }), '/a', {});

test('lines are read wherever they are cut, also inside a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n\n{"a":2}');
  const at = bytes.indexOf(0xbc);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, at));
      controller.enqueue(bytes.slice(at));
      controller.close();
    },
  });
  assert.deepEqual(await Array.fromAsync(linesOf(new Response(body))), [{ a: 'ü' }, { a: 2 }]);
  assert.deepEqual(await Array.fromAsync(linesOf(new Response(null))), []);
});

test('lines that came before the connection broke are given, then the error', async () => {
  const seen: unknown[] = [];
  await assert.rejects(async () => {
    for await (const line of linesOf(inPieces(['1\n2', new TypeError('terminated')]))) seen.push(line);
  }, ConnectionError);
  assert.deepEqual(seen, [1]);
});
