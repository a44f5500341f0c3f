import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, inPieces, json } from '../../test/replies.ts';
import { NotFoundError } from './errors.ts';
import { readEvents } from './events.ts';
import { createRequester } from './request.ts';

const stream = (...pieces: (string | Error)[]) => inPieces(pieces, 'text/event-stream');

test('events are read wherever they are cut; comments and unknown fields are none', async () => {
  const { fetch, sent } = createReplies(
    stream(
      ': hello\n\nevent: st',
      'ep\nid: 1\nretry: 5\ndata: {"a":\ndata: 1}\n',
      '\nevent: end\ndata: null\n\nevent: late\ndata: 1\n\n',
    ),
  );
  const events = await Array.fromAsync(readEvents(createRequester({ fetch }), '/a'));
  assert.deepEqual(events, [
    { event: 'connection', data: 'live' },
    { event: 'step', data: { a: 1 } },
    { event: 'end', data: null },
  ]);
  assert.equal(sent[0]!.headers.accept, 'text/event-stream');
});

test('a stream that breaks is resumed after its last event', async () => {
  const { fetch, sent } = createReplies(
    stream('id: 7\ndata: 1\n\n', new TypeError('terminated')),
    stream('event: end\ndata: 2\n\n'),
  );
  const events = await Array.fromAsync(readEvents(createRequester({ fetch }), '/a'));
  assert.deepEqual(
    events.map(({ data }) => data),
    ['live', 1, 'reconnecting', 'live', 2],
  );
  assert.deepEqual(
    sent.map(({ headers }) => headers['last-event-id']),
    [undefined, '7'],
  );
});

test('a refused stream is an error, one without content is over, and an abort does not look like the end', async () => {
  const events = (response: Response, signal?: AbortSignal) =>
    Array.fromAsync(readEvents(createRequester({ fetch: createReplies(response).fetch }), '/a', { signal }));
  await assert.rejects(events(json({ detail: 'No job.' }, 404)), NotFoundError);
  assert.deepEqual(await events(new Response(null, { status: 204 })), []);
  await assert.rejects(events(stream(new TypeError('terminated')), AbortSignal.abort()), { name: 'AbortError' });
});
