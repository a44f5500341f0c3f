import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { describeWebhooks } from './openapi-webhooks.ts';
import { entrances, signposts } from './signposts.ts';
import { untilLeft } from './until-left.ts';

test('every entrance is linked, below the public address where there is one', () => {
  for (const path of Object.values(entrances)) {
    assert.ok(signposts(undefined).includes(`<${path}>; rel=`));
    assert.ok(signposts('https://x.example/errand').includes(`<https://x.example/errand${path}>; rel=`));
  }
});

test('a response that waits ends when its caller has gone or the process stops, and leaves no listener', () => {
  const raw = new EventEmitter();
  const stopping = new AbortController();
  const waiting = untilLeft({ raw } as never, stopping.signal);
  assert.equal(waiting.signal.aborted, false);
  raw.emit('close');
  assert.equal(waiting.signal.aborted, true);
  const other = untilLeft({ raw } as never, stopping.signal);
  stopping.abort();
  assert.equal(other.signal.aborted, true);
  other[Symbol.dispose]();
  assert.equal(raw.listenerCount('close'), 0);
});

test('the description of a delivery has every header that a receiver verifies with', () => {
  const { job_completed: event } = describeWebhooks() as {
    job_completed: { post: { parameters: { name: string }[] } };
  };
  const names = event.post.parameters.map(({ name }) => name);
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) assert.ok(names.includes(name), name);
});
