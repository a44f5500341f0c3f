import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNews } from './news.ts';
import type { Wakeups } from './wakeups.ts';

function createWithWakeups() {
  let heard: (ids: string[]) => void = () => undefined;
  const news = createNews({ on: (_topic: string, handler: typeof heard) => (heard = handler) } as unknown as Wakeups);
  return { ...news, done: (ids: string[]) => heard(ids) };
}

test('watchers hear of their own job, from this process and from others, until they leave', () => {
  const { notify, subscribe, done } = createWithWakeups();
  const heard: string[] = [];
  const leave = subscribe('a', () => heard.push('first'));
  subscribe('a', () => heard.push('second'));
  notify('a');
  done(['b', 'a']);
  leave();
  leave();
  notify('a');
  notify('b');
  assert.deepEqual(heard, ['first', 'second', 'first', 'second', 'second']);
});
