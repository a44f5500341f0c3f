import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Creates work that ends on demand and records the order in which it began. */
function createWork(semaphore: Semaphore) {
  const begun: string[] = [];
  const running = new Set<string>();
  const ends = new Map<string, () => void>();
  return {
    begun,
    running,
    start: (name: string, options: Parameters<Semaphore['run']>[1] = { key: name[0] }): Promise<string> =>
      semaphore.run(async () => {
        begun.push(name);
        running.add(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        running.delete(name);
        return name;
      }, options),
    async end(name: string): Promise<void> {
      ends.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

test('never more at a time than allowed, in the order of arrival', async () => {
  const semaphore = createSemaphore({ max: 2 });
  const work = createWork(semaphore);
  const all = ['1', '2', '3', '4'].map((name) => work.start(name, {}));
  await new Promise(setImmediate);
  assert.deepEqual([...work.running], ['1', '2']);
  assert.equal(semaphore.waiting, 2);
  await work.end('2');
  assert.deepEqual([...work.running], ['1', '3']);
  for (const name of ['1', '3', '4']) await work.end(name);
  assert.deepEqual(await Promise.all(all), ['1', '2', '3', '4']);
  assert.deepEqual(work.begun, ['1', '2', '3', '4']);
  assert.equal(semaphore.waiting, 0);
});

test('a key has no more than its share, and others are not held up by it', async () => {
  const work = createWork(createSemaphore({ perKeyMax: 2 }));
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => work.start(name));
  await new Promise(setImmediate);
  assert.deepEqual([...work.running], ['a1', 'a2', 'b1']);
  await work.end('a2');
  assert.deepEqual([...work.running], ['a1', 'b1', 'a3']);
  for (const name of ['b1', 'a1', 'a3', 'a4']) await work.end(name);
  await Promise.all(all);
  assert.deepEqual(work.begun, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('of those that wait, the key that has least is next', async () => {
  const work = createWork(createSemaphore({ max: 2, perKeyMax: 2 }));
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => work.start(name));
  all.push(work.start('b2', { key: 'b', perKeyMax: 1 }));
  await new Promise(setImmediate);
  assert.deepEqual(work.begun, ['a1', 'a2']);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await work.end(name);
  assert.deepEqual(work.begun, ['a1', 'a2', 'b1', 'a3', 'b2']);
  await Promise.all(all);
});

test('a caller that gives up leaves the line at once, takes no slot, and is not started later', async () => {
  const semaphore = createSemaphore({ max: 1 });
  const work = createWork(semaphore);
  const abort = new AbortController();
  const first = work.start('first', {});
  const gone = work.start('gone', { signal: abort.signal });
  const last = work.start('last', {});
  abort.abort(new Error('cancelled'));
  await assert.rejects(gone, /cancelled/);
  assert.equal(semaphore.waiting, 1);
  await assert.rejects(work.start('late', { signal: abort.signal }), /cancelled/);
  await work.end('first');
  await work.end('last');
  await Promise.all([first, last]);
  assert.deepEqual(work.begun, ['first', 'last']);
});

test('when the first in line gives up, the next one starts', async () => {
  const semaphore = createSemaphore({ max: 2 });
  const work = createWork(semaphore);
  const abort = new AbortController();
  const first = work.start('a1', { key: 'a' });
  const narrow = work.start('a2', { key: 'a', perKeyMax: 1, signal: abort.signal });
  const behind = work.start('a3', { key: 'a', perKeyMax: 2 });
  await new Promise(setImmediate);
  assert.deepEqual(work.begun, ['a1']);
  abort.abort(new Error('cancelled'));
  await assert.rejects(narrow, /cancelled/);
  assert.deepEqual(work.begun, ['a1', 'a3']);
  await work.end('a1');
  await work.end('a3');
  await Promise.all([first, behind]);
});

test('work that fails gives its place back, and a place is given back once', async () => {
  const semaphore = createSemaphore({ max: 1 });
  const failing = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(async () => 'next');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'next');
  const release = semaphore.tryAcquire()!;
  assert.equal(semaphore.tryAcquire(), undefined);
  release();
  release();
  const again = semaphore.tryAcquire();
  assert.notEqual(again, undefined);
  assert.equal(semaphore.tryAcquire(), undefined);
});
