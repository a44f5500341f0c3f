// What every storage backend guarantees. A backend's test calls this with a function that opens an empty storage.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { removeStaleTemporary } from '#platform/storage/put-content.ts';
import { type ByteRange, type Storage, StorageLimitError } from '#platform/storage/storage.ts';
import { putContent } from '../put-content.ts';

const megabyte = 1024 * 1024;

export function testStorage(name: string, open: () => Promise<Storage>): void {
  describe(`${name} storage`, () => {
    let storage: Storage;
    before(async () => {
      storage = await open();
    });
    after(() => storage.close());

    test('gives back 0 bytes, 1 byte and a whole array', async () => {
      for (const content of [Buffer.alloc(0), Buffer.from('a'), Buffer.from('hello '.repeat(1000))]) {
        const key = `round/trip-${content.length}.bin`;
        assert.deepEqual(await storage.put(key, content, { contentType: 'text/plain' }), { size: content.length });
        assert.deepEqual(await readAll(storage, key), { size: content.length, content });
        assert.equal((await storage.head(key))?.size, content.length);
      }
    });

    test('takes an empty stream', async () => {
      assert.deepEqual(await storage.put('round/empty-stream', chunks(0)), { size: 0 });
      assert.equal((await storage.head('round/empty-stream'))?.size, 0);
    });

    test('streams 64 MB in and out without holding it', async () => {
      const size = 64 * megabyte;
      const written = meter();
      await storage.put('round/large', written.through(chunks(size)));
      const found = await storage.get('round/large');
      assert.equal(found?.size, size);
      const read = meter();
      for await (const _ of read.through(found.stream));
      assert.equal(read.digest(), written.digest());
      // S3 keeps two parts of 5 MB, and copies of them while they are cut and sent, until the collector comes by.
      assert.ok(written.peak() < 48 * megabyte, `writing held ${written.peak()} bytes`);
      assert.ok(read.peak() < 48 * megabyte, `reading held ${read.peak()} bytes`);
    });

    test('takes pieces of any size from a source that fills the same memory again', async () => {
      const memory = Buffer.alloc(3 * megabyte);
      const written = meter();
      const pieces = [1, 300, megabyte, 70_000, 70_000, 3 * megabyte, 5, ...Array<number>(200).fill(65_536), 1];
      async function* source() {
        for (const [index, length] of pieces.entries()) {
          yield memory.subarray(0, length).fill(index);
          memory.fill(255);
        }
      }
      const { size } = await storage.put('round/again', written.through(source()));
      const found = await storage.get('round/again');
      const read = meter();
      for await (const _ of read.through(found!.stream));
      assert.deepEqual([found!.size, read.digest()], [size, written.digest()]);
    });

    test('knows when an object was written', async () => {
      await storage.put('when/now', Buffer.from('x'));
      const age = Date.now() - (await storage.head('when/now'))!.modifiedAt.getTime();
      assert.ok(Math.abs(age) < 60_000, `written ${age} ms ago`);
    });

    test('reads inclusive ranges, cut at the last byte, empty past it', async () => {
      await storage.put('range/ten', Buffer.from('0123456789'));
      const cases: [ByteRange, string][] = [
        [{ start: 0, end: 0 }, '0'],
        [{ start: 2, end: 4 }, '234'],
        [{ start: 9, end: 9 }, '9'],
        [{ start: 0, end: 9 }, '0123456789'],
        [{ start: 7, end: 1000 }, '789'],
        [{ start: 10, end: 10 }, ''],
        [{ start: 500, end: 1000 }, ''],
      ];
      for (const [range, expected] of cases) {
        const found = await readAll(storage, 'range/ten', range);
        assert.deepEqual(found, { size: 10, content: Buffer.from(expected) }, JSON.stringify(range));
      }
      assert.equal(await storage.get('range/none', { start: 0, end: 1 }), undefined);
      for (const [start, end] of [
        [-1, 2],
        [3, 2],
        [0.5, 2],
        [0, Number.NaN],
      ] as const) {
        await assert.rejects(storage.get('range/ten', { start, end }), RangeError);
      }
    });

    test('replaces an object whole', async () => {
      await storage.put('over/write', Buffer.from('a longer first version'));
      await storage.put('over/write', Buffer.from('second'));
      assert.equal((await readAll(storage, 'over/write'))?.content.toString(), 'second');
    });

    test('concurrent puts of one key leave one of them, unmixed', async () => {
      const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index + 1));
      await Promise.all(versions.map((version) => storage.put('race/key', version)));
      const { content } = (await readAll(storage, 'race/key'))!;
      assert.ok(versions.some((version) => version.equals(content)));
    });

    test('says what is not there', async () => {
      assert.equal(await storage.get('missing/key'), undefined);
      assert.equal(await storage.head('missing/key'), undefined);
      assert.equal(await storage.head('missing'), undefined);
      assert.equal(await storage.delete('missing/key'), false);
      assert.deepEqual(await listKeys(storage, 'missing/'), []);
      await assert.rejects(storage.move('missing/key', 'missing/other'), /no object to move: missing\/key/);
    });

    test('deletes once', async () => {
      await storage.put('delete/me', Buffer.from('x'));
      assert.equal(await storage.delete('delete/me'), true);
      assert.equal(await storage.delete('delete/me'), false);
      assert.equal(await storage.get('delete/me'), undefined);
    });

    test('moves an object, replacing the target', async () => {
      await storage.put('move/from', Buffer.from('moved'));
      await storage.put('move/deep/to', Buffer.from('replaced'));
      await storage.move('move/from', 'move/deep/to');
      assert.deepEqual(await listKeys(storage, 'move/'), ['move/deep/to']);
      assert.equal((await readAll(storage, 'move/deep/to'))?.content.toString(), 'moved');
    });

    test('lists by the beginning of the key', async () => {
      const keys = ['list/a', 'list/ab/1', 'list/ab/2', 'list/abc', 'list/b', 'listing'];
      for (const key of keys) await storage.put(key, Buffer.from(key));
      assert.deepEqual(await listKeys(storage, 'list/'), keys.slice(0, 5));
      assert.deepEqual(await listKeys(storage, 'list/ab'), ['list/ab/1', 'list/ab/2', 'list/abc']);
      assert.deepEqual(await listKeys(storage, 'list/ab/'), ['list/ab/1', 'list/ab/2']);
      assert.deepEqual(await listKeys(storage, 'list'), keys);
      for await (const { key, size, modifiedAt } of storage.list('list')) {
        assert.equal(size, key.length);
        assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < 60_000);
      }
    });

    test('a source that fails leaves nothing, and its own error comes out', async () => {
      for (const size of [0, 1000, 11 * megabyte]) {
        const failure = Object.assign(new Error('the client went away'), { code: 'ENOENT' });
        await assert.rejects(storage.put('fail/put', chunks(size, failure)), failure);
        await assert.rejects(putContent(storage, 'fail', chunks(size, failure), 20 * megabyte), failure);
      }
      assert.deepEqual(await listKeys(storage, 'fail/'), []);
      assert.deepEqual(await listKeys(storage, 'tmp/'), []);
    });

    test('a source that fails keeps the object that was there', async () => {
      await storage.put('fail-over/key', Buffer.from('kept'));
      await assert.rejects(storage.put('fail-over/key', chunks(1000, new Error('broken'))), /broken/);
      assert.equal((await readAll(storage, 'fail-over/key'))?.content.toString(), 'kept');
    });

    test('stores the same content once, by its hash', async () => {
      const content = Buffer.from('the same content');
      const sha256 = createHash('sha256').update(content).digest('hex');
      const key = `blobs/${sha256.slice(0, 2)}/${sha256}`;
      const puts = Array.from({ length: 3 }, () => putContent(storage, 'blobs', from(content), 100));
      for (const result of await Promise.all(puts)) assert.deepEqual(result, { sha256, size: content.length, key });
      await putContent(storage, 'blobs', from(content), content.length);
      assert.deepEqual(await listKeys(storage, 'blobs/'), [key]);
      assert.deepEqual((await readAll(storage, key))?.content, content);
      assert.deepEqual(await listKeys(storage, 'tmp/'), []);
    });

    test('content past its limit is refused and leaves nothing', async () => {
      for (const limitBytes of [0, 999, 6 * megabyte]) {
        const put = putContent(storage, 'limited', chunks(limitBytes + 1), limitBytes);
        await assert.rejects(put, (error) => error instanceof StorageLimitError && error.limitBytes === limitBytes);
      }
      assert.deepEqual(await listKeys(storage, 'limited/'), []);
      assert.deepEqual(await listKeys(storage, 'tmp/'), []);
    });

    test('removes old temporary objects only', async () => {
      await storage.put('tmp/content-left', Buffer.from('x'));
      await storage.put('kept/object', Buffer.from('x'));
      assert.equal(await removeStaleTemporary(storage, 60_000), 0);
      assert.equal(await removeStaleTemporary(storage, -60_000), 1);
      assert.deepEqual(await listKeys(storage, 'tmp/'), []);
      assert.ok(await storage.head('kept/object'));
    });

    test('refuses bad keys', async () => {
      const dots = ['.', './a', 'a/./b', '..', '../a', 'a/../b', 'a..b'];
      const slashes = ['', '/', '/a', 'a/', 'a//b'];
      const characters = ['a b', 'a\\b', 'é', 'a\0', 'a\n', 'a?b', '%2e%2e'];
      for (const key of [...dots, ...slashes, ...characters, 'a'.repeat(201), `${'a/'.repeat(256)}b`]) {
        await assert.rejects(storage.put(key, Buffer.from('x')), TypeError, JSON.stringify(key));
        await assert.rejects(storage.get(key), TypeError, JSON.stringify(key));
        await assert.rejects(storage.head(key), TypeError, JSON.stringify(key));
        await assert.rejects(storage.delete(key), TypeError, JSON.stringify(key));
        await assert.rejects(storage.move(key, 'good'), TypeError, JSON.stringify(key));
        await assert.rejects(storage.move('good', key), TypeError, JSON.stringify(key));
      }
      for (const prefix of ['/', '../', 'a/../', 'a b']) await assert.rejects(listKeys(storage, prefix), TypeError);
      await assert.rejects(putContent(storage, '../up', from(Buffer.from('x')), 10), TypeError);
      assert.deepEqual(await listKeys(storage, 'tmp/'), []);
    });

    test('checks itself and leaves nothing', async () => {
      await storage.check();
      assert.deepEqual(await listKeys(storage, 'tmp/'), []);
    });
  });
}

async function readAll(storage: Storage, key: string, range?: ByteRange) {
  const found = await storage.get(key, range);
  return found && { size: found.size, content: Buffer.concat(await found.stream.toArray()) };
}

async function listKeys(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

async function* from(content: Uint8Array) {
  yield content;
}

/** `size` bytes in chunks of 64 KB that all differ, then the failure if one is given. */
async function* chunks(size: number, failure?: Error) {
  for (let offset = 0; offset < size; offset += 65_536) {
    const chunk = Buffer.alloc(Math.min(65_536, size - offset), offset % 251);
    chunk.writeUIntBE(offset % 256, 0, 1);
    yield chunk;
  }
  if (failure) throw failure;
}

/** Hashes what passes through and samples, after a collection, the buffer memory that is really held. */
function meter() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const hash = createHash('sha256');
  let base = 0;
  let peak = 0;
  return {
    async *through(source: AsyncIterable<Uint8Array>) {
      base = held();
      let sampled = 0;
      let size = 0;
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.byteLength;
        if (size - sampled > 4 * megabyte) {
          sampled = size;
          // Freed buffers are counted until the next turn of the loop.
          await delay(0);
          peak = Math.max(peak, held() - base);
        }
        yield chunk;
      }
    },
    peak: () => peak,
    digest: () => hash.digest('hex'),
  };
}
