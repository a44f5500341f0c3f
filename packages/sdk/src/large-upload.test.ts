import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const SIZE = 1024 ** 3;
/** Node itself takes a tenth of the file's size. Without streaming it would be more than all of it. */
const MEGABYTES_MAX = 400;

test('a file of a gigabyte is sent as it is read: whole, and never in memory', async (context) => {
  let received = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": "x"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'errand-upload-'));
  context.after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const path = join(folder, 'large.bin');
  await writeFile(path, '');
  // A sparse file.
  await truncate(path, SIZE);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = fork(new URL('../test/upload-child.ts', import.meta.url), [url, path], { execArgv: [] });
  context.after(() => child.kill('SIGKILL'));
  const [megabytes] = (await once(child, 'message')) as [number];
  assert.ok(received > SIZE && received < SIZE + 10_000, `${received} bytes`);
  assert.ok(megabytes < MEGABYTES_MAX, `${Math.round(megabytes)} MB`);
});
