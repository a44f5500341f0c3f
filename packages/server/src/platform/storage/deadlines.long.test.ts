import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { until } from '../../../test/until.ts';
import { withDeadlines } from './deadlines.ts';
import { type Storage, StorageError } from './storage.ts';
import { createStorageState, type StorageView } from './storage-state.ts';

const LIMIT_MS = 50;
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const isLate = (error: unknown): boolean => error instanceof StorageError && error.reason === 'late';

/** A store that never responds. */
const stalled: Storage = {
  kind: 's3',
  put: never,
  get: never,
  head: never,
  move: never,
  delete: never,
  // biome-ignore lint/correctness/useYield: it never gets to one.
  async *list() {
    await never();
  },
  check: never,
  close: async () => undefined,
};

test('every operation of a stalled store fails in time', async () => {
  const storage = withDeadlines(stalled, LIMIT_MS);
  await assert.rejects(storage.put('a', Buffer.from('x')), isLate);
  await assert.rejects(storage.get('a'), isLate);
  await assert.rejects(storage.head('a'), isLate);
  await assert.rejects(storage.move('a', 'b'), isLate);
  await assert.rejects(storage.delete('a'), isLate);
  await assert.rejects(Array.fromAsync(storage.list('')), isLate);
  await assert.rejects(storage.check(), isLate);
});

describe('only the store’s own time counts', () => {
  test('a source that is slow does not fail', async () => {
    const storage = withDeadlines(
      {
        ...stalled,
        put: async (_key, source) => ({ size: (await buffer(source as AsyncIterable<Uint8Array>)).length }),
      },
      LIMIT_MS,
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow() {
      yield Buffer.from('ab');
      await promise;
      yield Buffer.from('c');
    }
    const put = storage.put('a', slow());
    setTimeout(resolve, 4 * LIMIT_MS);
    assert.deepEqual(await put, { size: 3 });
  });

  test('a store that takes one piece and then stalls does', async () => {
    const storage = withDeadlines(
      {
        ...stalled,
        async put(_key, source) {
          for await (const _piece of source as AsyncIterable<Uint8Array>) await never();
          return { size: 0 };
        },
      },
      LIMIT_MS,
    );
    await assert.rejects(storage.put('a', Buffer.from('abc')), isLate);
  });

  test('a reader that is slow gets all, and one that waits for a stalled store gets an error', async () => {
    async function* stalling() {
      yield Buffer.from('ab');
      await never();
    }
    const of = (stream: Readable) => withDeadlines({ ...stalled, get: async () => ({ size: 3, stream }) }, LIMIT_MS);
    const whole = await of(Readable.from([Buffer.from('ab'), Buffer.from('c')])).get('a');
    await new Promise((resolve) => setTimeout(resolve, 4 * LIMIT_MS));
    assert.equal((await buffer(whole!.stream)).toString(), 'abc');
    const cut = await of(Readable.from(stalling())).get('a');
    await assert.rejects(buffer(cut!.stream), isLate);
  });
});

test('the state of a storage shows its fault, and heals by itself', async () => {
  let answer: () => Promise<void> = never;
  const state = createStorageState({ check: () => answer() }, LIMIT_MS);
  const seen: StorageView[] = [];
  state.onChange((view) => seen.push(view));
  state.start();
  const faultIs = (fault: string) => () =>
    Promise.resolve(state.current().usable ? fault === 'none' : seenFault() === fault);
  const seenFault = (): string => (state.current() as { fault: string }).fault;
  await until(faultIs('stalled'), 'it is stalled');
  state.stop();
  const full = createStorageState({ check: () => answer() }, LIMIT_MS);
  answer = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  full.start();
  await until(
    async () => !full.current().usable && (full.current() as { fault: string }).fault === 'full',
    'it is full',
  );
  answer = async () => undefined;
  await until(async () => full.current().usable, 'it is usable again');
  assert.ok(full.lastCheckMs() !== undefined);
  full.stop();
  assert.equal(seen.length, 1);
});
