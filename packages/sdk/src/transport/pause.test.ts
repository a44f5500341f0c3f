import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from './pause.ts';

test('a pause ends by itself, or at once with the reason of the signal', async () => {
  await pause(1, undefined);
  const controller = new AbortController();
  const long = pause(600_000, controller.signal);
  controller.abort(new Error('enough'));
  await assert.rejects(long, /enough/);
  await assert.rejects(pause(600_000, controller.signal), /enough/, 'also when it was aborted before');
});
