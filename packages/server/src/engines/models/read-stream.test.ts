import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { hearBytes } from './hear-bytes.ts';
import type { RemoteModel } from './provider-models.ts';
import { readStream } from './read-stream.ts';

// Deadlines of a stream, by a clock that the tests move.

const limits = { firstTokenMs: 100, tokenGapMs: 50 };
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const finish = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
const word = { type: 'text-delta', id: '0', delta: 'word' };
const thought = { type: 'reasoning-delta', id: '0', delta: 'thought' };
const input = { type: 'tool-input-delta', id: '0', delta: '{' };
const empty = { type: 'text-delta', id: '0', delta: '' };
const raw = (rawValue: object) => ({ type: 'raw', rawValue });
const unknown = raw({ type: 'response.reasoning_text.delta', delta: 'thought' });
const held = raw({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word' } });

/** A call whose parts come when the test says so. `ping` is a piece of the connection that no part comes of. */
async function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let parts!: ReadableStreamDefaultController<unknown>;
  let bytes!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      bytes = controller;
    },
  });
  const fetch = hearBytes(async () => new Response(body));
  const model = {
    async doStream({ abortSignal }: { abortSignal: AbortSignal }) {
      const response = await fetch('http://provider');
      void response.body!.pipeTo(new WritableStream());
      const stream = new ReadableStream({
        start(controller) {
          parts = controller;
        },
      });
      abortSignal.addEventListener('abort', () => parts.error(abortSignal.reason));
      return { stream };
    },
  } as unknown as RemoteModel;
  const end = readStream(model, { prompt: [] }, { provider: 'P', limits, onText: () => undefined }).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  await turn();
  return {
    end,
    async give(part: unknown): Promise<void> {
      parts.enqueue(part);
      if (part === finish) parts.close();
      await turn();
    },
    async ping(): Promise<void> {
      bytes.enqueue(Buffer.from(': ping\n\n'));
      await turn();
      await turn();
    },
    pass: (ms: number): void => t.mock.timers.tick(ms),
  };
}

for (const [name, part] of Object.entries({ thought, input, word, unknown, held }))
  test(`a piece (${name}) is a first token, and each further one keeps the answer alive`, async (t) => {
    const call = await open(t);
    call.pass(99);
    for (let times = 0; times < 10; times += 1) {
      await call.give(part);
      call.pass(49);
    }
    await call.give(finish);
    assert.equal(await call.end, 'answered');
  });

test('after the first token the limit for gaps holds, whatever the token was', async (t) => {
  const call = await open(t);
  await call.give(thought);
  call.pass(50);
  assert.equal(await call.end, 'P did not go on within 0.05 s.');
});

test('a thought that is not sent shows life when it begins, and leaves the limit for the first token', async (t) => {
  const call = await open(t);
  call.pass(99);
  await call.give({ type: 'reasoning-start', id: '0' });
  call.pass(99);
  await call.give({ type: 'reasoning-end', id: '0' });
  call.pass(99);
  await call.give(word);
  await call.give(finish);
  assert.equal(await call.end, 'answered');
});

test('pings extend a limit to three times its length, and no further', async (t) => {
  const call = await open(t);
  for (const ms of [99, 99, 99]) {
    call.pass(ms);
    await call.ping();
  }
  call.pass(2);
  assert.match(await Promise.race([call.end, turn('open')]), /open/);
  call.pass(1);
  assert.equal(await call.end, 'P sent no first token within 0.3 s.');
});

test('pings between two tokens extend the gap in the same way, and a token begins it anew', async (t) => {
  const call = await open(t);
  for (let times = 0; times < 4; times += 1) {
    await call.give(word);
    call.pass(49);
    await call.ping();
    call.pass(49);
    await call.ping();
  }
  await call.give(word);
  for (const ms of [49, 49, 49]) {
    call.pass(ms);
    await call.ping();
  }
  call.pass(3);
  assert.equal(await call.end, 'P did not go on within 0.15 s.');
});

test('an empty piece and an event of the library are no token', async (t) => {
  const call = await open(t);
  call.pass(60);
  await call.give(empty);
  await call.give(raw({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '' } }));
  await call.give(raw({ type: 'response.in_progress', response: {} }));
  await call.give({ type: 'response-metadata', modelId: 'm' });
  call.pass(40);
  assert.equal(await call.end, 'P sent no first token within 0.1 s.');
});
