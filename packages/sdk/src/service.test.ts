import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';

const notReady = {
  status: 'unavailable',
  database: 'unreachable',
  storage: 'ok',
  queue: 'ok',
  problems: ['The database cannot be reached. For 31 s now.'],
};

test('"not ready" is a result; any other failure is an error', async () => {
  const { fetch } = createReplies(json(notReady, 503), json({ detail: 'Broken.' }, 500), new TypeError('fetch failed'));
  const { service } = createErrand({ fetch, retriesMax: 0 });
  assert.deepEqual(await service.ready(), notReady);
  await assert.rejects(service.ready(), /Broken/);
  await assert.rejects(service.ready(), /cannot be reached/);
});
