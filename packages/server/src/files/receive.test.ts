import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Harness, startHarness, type TestOrg, until } from '../../test/harness.ts';

const LIMIT = 256 * 1024;

describe('receiving a form', () => {
  let harness: Harness;
  let org: TestOrg;

  before(async () => {
    harness = await startHarness({ env: { ERRAND_BODY_BYTES_MAX: String(LIMIT) } });
    org = await harness.org();
  });
  after(() => harness.stop());

  type Sent = { type?: string | undefined; length?: number | 'chunked' };

  /** Opens a connection and sends only the head of an upload. The client never closes its half by itself. */
  function open({ type = 'multipart/form-data; boundary=b', length = 'chunked' }: Sent): Socket {
    const socket = connect({ port: Number(new URL(harness.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    const framing = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`;
    socket.write(
      `POST /v1/datasets/files/upload/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.apiKey}\r\n` +
        `content-type: ${type}\r\n${framing}\r\n\r\n`,
    );
    return socket;
  }

  function send(body: Buffer, { type, length = body.length }: Sent = {}) {
    const socket = open({ type, length });
    socket.write(length === 'chunked' ? Buffer.concat([chunk(body), Buffer.from('0\r\n\r\n')]) : body);
    return readAnswer(socket);
  }

  const status = async (body: Buffer, sent?: Sent) => (await send(body, sent))?.status;
  const rowCount = async () => (await harness.database.system.query('select 1 from files')).length;
  const temporary = async () => readdir(join(harness.dataDir, 'storage', 'tmp')).catch(() => []);

  /** Sends half of an upload and waits until the server has begun to store it. */
  async function openHalf(): Promise<Socket> {
    const socket = open({ length: 200_000 });
    socket.write(form(file('y'.repeat(100_000))).subarray(0, 50_000));
    await until(async () => (await temporary()).length > 0, 'the upload to begin');
    return socket;
  }

  test('whole forms are taken: with a length, chunked, with text before and after', async () => {
    assert.equal(await status(form(file())), 201);
    assert.equal(await status(form(file()), { length: 'chunked' }), 201);
    assert.equal(await status(Buffer.concat([bytes('before\r\n'), form(file()), bytes('after')])), 201);
    assert.equal(await status(form(file('x', 'Content-Type: ;;;\r\n'))), 201);
    const spaced = bytes(form(file()).toString().replaceAll('--b', '--b b'));
    assert.equal(await status(spaced, { type: 'Multipart/Form-Data; charset=utf-8; BOUNDARY="b b"' }), 201);
  });

  test('a broken body is a 400 in the detail shape, at once', async () => {
    const before = await rowCount();
    const whole = form(file());
    const cases: Record<string, [body: Buffer, sent?: Sent]> = {
      'no boundary named': [whole, { type: 'multipart/form-data' }],
      'an empty boundary': [whole, { type: 'multipart/form-data; boundary=' }],
      'a boundary too long': [whole, { type: `multipart/form-data; boundary=${'b'.repeat(300)}` }],
      'another boundary': [whole, { type: 'multipart/form-data; boundary=c' }],
      garbage: [bytes('garbage')],
      'garbage, chunked': [bytes('garbage'), { length: 'chunked' }],
      'cut in the content': [whole.subarray(0, -8)],
      'cut in the headers': [whole.subarray(0, 30)],
      'cut in the last boundary': [whole.subarray(0, -4), { length: 'chunked' }],
      'a part without headers': [bytes('--b\r\nfoo\r\n--b--\r\n')],
      'a part without name': [form(file().replace('name="file"; ', ''))],
      'a part without disposition': [form(file().replace('Content-Disposition', 'X-Disposition'))],
      'a NUL in a name': [form(file().replace('"file"', '"fi\0le"'))],
      'bad UTF-8 in a name': [form(Buffer.from(field('\xff', ''), 'latin1'))],
      'a large header': [form(file('x', `x: ${'y'.repeat(20_000)}\r\n`))],
      'header lines without end': [bytes(`--b\r\n${'x: y\r\n'.repeat(20_000)}`)],
      'more than 1000 parts': [form(field('a', '').repeat(1_001))],
      'bad UTF-8 in a field': [form(Buffer.from(field('dataset_id', '\xff\xfe'), 'latin1'))],
      'half a surrogate in a field': [form(Buffer.from(field('dataset_id', '\xed\xa0\x80'), 'latin1'))],
      'a NUL in a field': [form(field('dataset_id', 'a\0b'))],
    };
    for (const [what, [body, sent]] of Object.entries(cases)) {
      const answer = await send(body, sent);
      assert.equal(answer?.status, 400, what);
      assert.deepEqual(Object.keys(answer!.body as object), ['detail', 'code'], what);
    }
    assert.equal(await rowCount(), before);
  });

  test('a broken form does not spoil the connection for the next request', async () => {
    const body = form(file().replace('name="file"; ', ''), file('y'.repeat(100_000)));
    const socket = open({ length: body.length });
    socket.write(body);
    socket.write('GET /v1/files/none/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    let text = '';
    for await (const data of socket) text += data;
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400', 'HTTP/1.1 401']);
  });

  test('more than the limit is a 413, with and without a length, in files and in text', async () => {
    const before = await rowCount();
    const large = 'y'.repeat(LIMIT);
    assert.equal(await status(form(file(large))), 413);
    assert.equal(await status(form(file(large)), { length: 'chunked' }), 413);
    assert.equal(await status(form(field('ignored', large))), 413);
    assert.equal(await status(form(field('metadata', large)), { length: 'chunked' }), 413);
    assert.equal(await status(bytes(`garbage${large}`), { length: 'chunked' }), 413);
    // A length that is announced, but never sent.
    assert.equal(await readAnswer(open({ length: LIMIT + 1 })).then((answer) => answer?.status), 413);
    assert.equal(await rowCount(), before);
    assert.equal(await status(form(file('y'.repeat(LIMIT - 200)))), 201);
  });

  test('a body without end is cut soon after the limit', async () => {
    const socket = open({ length: 'chunked' });
    socket.write(chunk(bytes(file()).subarray(0, -2)));
    const block = chunk(Buffer.alloc(65_536, 'y'));
    let sent = 0;
    function pump(): void {
      while (!socket.destroyed && sent < 100 * LIMIT) {
        sent += block.length;
        if (!socket.write(block)) return void socket.once('drain', pump);
      }
    }
    pump();
    assert.equal((await readAnswer(socket))?.status, 413);
    assert.ok(sent < 100 * LIMIT, `${sent} bytes were taken`);
  });

  test('a client that leaves ends the upload, which leaves nothing', async () => {
    const before = await rowCount();
    const waysToLeave = [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()];
    for (const leave of waysToLeave) {
      const socket = await openHalf();
      leave(socket);
      const answer = await readAnswer(socket);
      assert.ok(answer === undefined || answer.status === 400, String(answer?.status));
      await until(async () => (await temporary()).length === 0, 'the temporary file to go');
    }
    assert.equal(await rowCount(), before);
  });

  test('a client that stalls is reported and cut off when its time is up', async () => {
    const { server } = harness.service.app;
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const socket = await openHalf();
    // Does what Node does when requestTimeout has passed. Node's own check runs only every 30 s.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, await connected);
    await until(async () => (await temporary()).length === 0, 'the temporary file to go');
    assert.equal((await readAnswer(socket))?.status, 408);
  });
});

const bytes = (text: string) => Buffer.from(text);
const field = (name: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const file = (content = 'x', headers = '') =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n${headers}\r\n${content}\r\n`;
const form = (...parts: (string | Buffer)[]) =>
  Buffer.concat([...parts, '--b--\r\n'].map((part) => (typeof part === 'string' ? bytes(part) : part)));
const chunk = (content: Buffer) => Buffer.concat([bytes(`${content.length.toString(16)}\r\n`), content, bytes('\r\n')]);

/** Returns the response, or undefined if the connection ended without one. */
async function readAnswer(socket: Socket): Promise<{ status: number; body: unknown } | undefined> {
  let text = '';
  const timer = setTimeout(() => socket.destroy(new Error('no answer in 5 s')), 5_000);
  try {
    for await (const data of socket) {
      text += data;
      const [head, body] = text.split('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(head!)?.[1];
      if (body !== undefined && Buffer.byteLength(body) === Number(length)) {
        return { status: Number(text.slice(9, 12)), body: JSON.parse(body) };
      }
    }
  } catch (error) {
    if (/no answer/.test(String(error))) throw error;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  return undefined;
}
