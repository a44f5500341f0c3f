import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createWakeups } from './wakeups.ts';

/** Connects processes as PostgreSQL does: each hears every notification, including its own. */
function createChannel() {
  const listeners: ((payload: string) => void)[] = [];
  const sent: string[] = [];
  const database = {
    system: {
      async query(_sql: string, [, payload]: [string, string]) {
        sent.push(payload);
        for (const listener of listeners) listener(payload);
      },
    },
    listen: async (_channel: string, listener: (payload: string) => void) => {
      listeners.push(listener);
      return async () => undefined;
    },
  } as unknown as Database;
  const join = async (selfId: string) => {
    const wakeups = createWakeups({ database, log: createLog('silent'), selfId });
    const heard: string[] = [];
    wakeups.on('done', (ids) => heard.push(...ids));
    await wakeups.start();
    return { ...wakeups, heard };
  };
  return { join, sent };
}

test('news reaches this process at once and the others once', async () => {
  const { join } = createChannel();
  const [one, two] = [await join('one'), await join('two')];
  one.notify('done', ['a']);
  one.notify('done', ['a', 'b']);
  assert.deepEqual(one.heard, ['a', 'a', 'b']);
  await one.stop();
  assert.deepEqual(two.heard, ['a', 'b']);
  assert.deepEqual(one.heard, ['a', 'a', 'b'], 'its own notification tells it nothing new');
});

test('news of another topic, or of a version that knows more topics, is passed over', async () => {
  const { join, sent } = createChannel();
  const [one, two] = [await join('one'), await join('two')];
  one.notify('work', ['org']);
  await one.stop();
  assert.ok(sent.includes('one work org'));
  assert.deepEqual(two.heard, []);
});

test('a lone process notifies nobody until it hears of another', async () => {
  const { join, sent } = createChannel();
  const one = await join('one');
  one.setOthers(false);
  one.notify('done', ['a']);
  await one.stop();
  assert.deepEqual(sent, ['one hello ']);
  await join('two');
  one.notify('done', ['b']);
  await one.stop();
  assert.ok(sent.includes('one done b'));
});
