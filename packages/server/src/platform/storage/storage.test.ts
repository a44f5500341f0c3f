import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testStorage } from '../../../test/conformance/storage.ts';
import { putContent } from '../../../test/put-content.ts';
import { startS3 } from '../../../test/s3-server.ts';
import { makeFolder, stopAtEnd } from '../../../test/stop-at-end.ts';
import { openStorage } from './open-storage.ts';
import { StorageError } from './storage.ts';

const folder = await makeFolder();

stopAtEnd(await startS3(join(folder, 's3'), 'files'));

testStorage('disk', () => openStorage(join(folder, 'disk/nested')));
testStorage('S3', () => openStorage('s3://files/errand/blobs'));

describe('disk storage, its own guarantees', () => {
  const root = join(folder, 'own');

  test('folders and files are for this user only', async () => {
    const storage = await openStorage(root);
    const { key } = await putContent(storage, 'blobs', chunk('secret'), 100);
    const path = join(root, key);
    assert.equal((await stat(root)).mode & 0o777, 0o700);
    assert.equal((await stat(join(path, '..'))).mode & 0o777, 0o700);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  test('any range of an empty object is empty', async () => {
    const storage = await openStorage(root);
    await storage.put('empty', new Uint8Array());
    const found = await storage.get('empty', { start: 0, end: 0 });
    assert.equal(found?.size, 0);
    assert.deepEqual(await found.stream.toArray(), []);
  });

  test('a reader keeps the version it opened', async () => {
    const storage = await openStorage(root);
    await storage.put('version', Buffer.from('first'));
    const found = await storage.get('version');
    await storage.put('version', Buffer.from('second'));
    assert.equal(Buffer.concat(await found!.stream.toArray()).toString(), 'first');
  });

  test('lists more than 1,000 objects', async () => {
    const many = join(folder, 'many');
    const storage = await openStorage(many);
    for (let index = 0; index < 1100; index++) await writeFile(join(many, `object-${index}`), '');
    const keys = new Set<string>();
    for await (const { key } of storage.list('object-')) keys.add(key);
    assert.equal(keys.size, 1100);
  });

  test('a folder that was removed or replaced is reported by every operation, and not created again', async () => {
    const lost = join(folder, 'lost');
    const storage = await openStorage(lost);
    await storage.put('kept', Buffer.from('content'));
    await storage.put('installation.json', Buffer.from('{}'));
    await rename(lost, `${lost}-away`);
    const isTold = (act: () => Promise<unknown>) => assert.rejects(act, /was removed or replaced while the server ran/);
    for (const replaced of [false, true]) {
      if (replaced) await mkdir(lost);
      await isTold(() => storage.verify!());
      await isTold(() => storage.check());
      await isTold(() => storage.put('new', Buffer.from('content')));
      await isTold(() => storage.get('kept'));
      await isTold(() => storage.head('kept'));
      await isTold(() => storage.delete('kept'));
      if (!replaced) assert.equal(await stat(lost).catch(() => undefined), undefined);
    }
    await rm(lost, { recursive: true });
    // As from a backup: another folder, with the mark of the installation.
    await cp(`${lost}-away`, lost, { recursive: true });
    assert.ok(await storage.head('kept'));
  });

  test('a root that cannot be a folder is one clear line', async () => {
    const path = join(folder, 'a-file');
    await writeFile(path, '');
    await assert.rejects(openStorage(path), isLine(`storage folder ${path} is not a folder`));
    await assert.rejects(openStorage(join(path, 'in')), isLine(`storage folder ${join(path, 'in')} is not a folder`));
  });

  test('a root that is not writable is one clear line', {
    skip: process.getuid?.() === 0 && 'root may write',
  }, async () => {
    const path = join(folder, 'read-only');
    const storage = await openStorage(path);
    await chmod(path, 0o500);
    await assert.rejects(storage.check(), isLine(`storage folder ${path} is not writable`));
  });
});

describe('S3 storage, its own guarantees', () => {
  test('keeps to its prefix of the bucket', async () => {
    const storage = await openStorage('s3://files/one/');
    await storage.put('key', Buffer.from('x'));
    const neighbour = await openStorage('s3://files/on');
    assert.equal(await neighbour.head('e/key'), undefined);
    assert.equal((await (await openStorage('s3://files')).head('one/key'))?.size, 1);
  });

  test('a bucket that does not exist is one clear line', async () => {
    const storage = await openStorage('s3://absent/errand');
    await assert.rejects(storage.check(), isLine('bucket "absent" does not exist'));
  });

  test('wrong credentials and an endpoint that is down are one clear line', async (t) => {
    const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID } = process.env;
    t.after(() => Object.assign(process.env, { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID }));
    process.env.AWS_ACCESS_KEY_ID = 'unknown';
    await assert.rejects((await openStorage('s3://files')).check(), isLine(/^bucket "files" refuses access: .+/));
    process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${await closedPort()}`;
    await assert.rejects((await openStorage('s3://files')).check(), isLine(/^bucket "files" cannot be reached: .+/));
  });
});

test('a storage that is neither a folder nor a bucket is one clear line', async () => {
  for (const url of ['', 'gs://bucket', 's3://', 's3://bucket/../up', 's3://bucket//x', 'file:///tmp']) {
    const line = `storage must be a folder or s3://bucket/prefix, but is ${JSON.stringify(url)}`;
    await assert.rejects(openStorage(url), isLine(line));
  }
});

function isLine(expected: string | RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StorageError);
    assert.ok(!error.message.includes('\n'));
    if (typeof expected === 'string') assert.equal(error.message, expected);
    else assert.match(error.message, expected);
    return true;
  };
}

async function* chunk(text: string) {
  yield Buffer.from(text);
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
