import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';
import { file } from './input-files.ts';

test('a file is sent as a form under its name', async () => {
  const { fetch, sent } = createReplies(json({ id: 'f' }, 201));
  await createErrand({ fetch }).files.upload(new Blob(['content'], { type: 'text/plain' }), 'a.txt');
  const file = (sent[0]!.body as FormData).get('file') as File;
  assert.deepEqual([file.name, await file.text()], ['a.txt', 'content']);
  assert.equal(sent[0]!.headers['content-type'], undefined, 'the form sets it, with its boundary');
});

test('callers that send the form themselves get address and headers', () => {
  const errand = createErrand({
    baseUrl: 'https://errand.example',
    apiKey: 'k',
    organizationId: 'o',
  });
  const { url, headers } = errand.files.uploadTarget();
  assert.match(url, /^https:\/\/errand\.example\/v1\/.*files\//);
  assert.deepEqual(headers, { authorization: 'Bearer k', 'x-organization-id': 'o' });
});

test('a file that is larger than the server takes is refused before a byte of it is read', async () => {
  const { fetch, sent } = createReplies(json({ upload_bytes_max: 100_000_000 }));
  let isRead = false;
  async function* read() {
    isRead = true;
    yield new Uint8Array(1);
  }
  const upload = createErrand({ fetch }).files.upload(file(read(), { size: 5_000_000_000 }));
  await assert.rejects(upload, { status: 413, message: /at most 100 MB/ });
  assert.deepEqual([sent.length, isRead], [1, false]);
});

const SIZE = 32 * 1024 * 1024;

/** Starts a server that changes the file when its first bytes have arrived. */
async function sendWhile(context: TestContext, disturb: (path: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'errand-vanish-'));
  const path = join(folder, 'a.bin');
  await writeFile(path, '');
  await truncate(path, SIZE);
  let received = 0;
  const server = createServer((request, response) => {
    const answer = () =>
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify(request.method === 'GET' ? { upload_bytes_max: 2 * SIZE } : { id: 'f' }));
    if (request.method === 'GET') return answer();
    request.once('data', () => {
      request.pause();
      void disturb(path).then(() => request.resume());
    });
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on('end', answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const uploaded = createErrand({ baseUrl, apiKey: 'k' }).files.upload(file(path));
  return uploaded.then(
    () => received,
    (error: Error) => error.message,
  );
}

test('a file that is cut short while it is sent is an error that says so, and no whole file', async (context) => {
  assert.match(String(await sendWhile(context, (path) => truncate(path, 1024))), /a\.bin changed during the upload/);
});

test('a file that is deleted while it is sent arrives whole, since it is open', async (context) => {
  assert.ok(Number(await sendWhile(context, unlink)) > SIZE);
});
