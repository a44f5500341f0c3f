import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { Client } from 'undici';
import { createAnswerReader } from './answer.ts';
import { OutboundError } from './failures.ts';

// What our reader makes of an answer is what undici makes of it, whole or byte by byte.

type Read = { status: number; headers: Record<string, string>; body: string };
type Failed = 'refused' | 'incomplete' | 'no answer';

function read(answer: Buffer, pieceBytes: number): (Read & { reusable: boolean }) | Failed {
  let head: { status: number; headers: Readonly<Record<string, string>> } | undefined;
  const body: Buffer[] = [];
  const reader = createAnswerReader({
    onHead: (given) => {
      head = given;
    },
    onData: (bytes) => body.push(Buffer.from(bytes)),
  });
  let complete = false;
  try {
    for (let at = 0; at < answer.length; at += pieceBytes) complete = reader.read(answer.subarray(at, at + pieceBytes));
  } catch (error) {
    assert.ok(error instanceof OutboundError && error.failure.kind === 'protocol', String(error));
    return 'refused';
  }
  const reusable = complete && reader.isReusable();
  if (!complete && !reader.end()) return 'incomplete';
  const { status, headers } = head!;
  return { status, headers: { ...headers }, body: Buffer.concat(body).toString('latin1'), reusable };
}

/** The answer to send next. */
let next: Buffer;
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end(next));
});
before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => server.close());

async function readWithUndici(answer: Buffer): Promise<Read | Failed> {
  next = answer;
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { maxHeaderSize: 16_384 });
  try {
    const { statusCode, headers, body } = await client.request({ method: 'POST', path: '/', body: 'x' });
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers: Object.fromEntries(joined), body: bytes.toString('latin1') };
  } catch {
    return 'no answer';
  } finally {
    await client.destroy();
  }
}

const answers: [what: string, answer: string][] = [
  ['nothing but a status', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['no reason', 'HTTP/1.1 204\r\ncontent-length: 0\r\n\r\n'],
  ['a length', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'],
  ['a length of nothing', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['until the end', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall of this'],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nall of this'],
  ['HTTP/1.0 with a length', 'HTTP/1.0 200 OK\r\ncontent-length: 3\r\n\r\nabc'],
  ['an error', 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 7\r\ncontent-length: 4\r\n\r\nbusy'],
  ['a redirect', 'HTTP/1.1 302 Found\r\nlocation: http://x/\r\ncontent-length: 0\r\n\r\n'],
  ['not modified, with a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 10\r\n\r\n'],
  [
    'an announcement before',
    'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
  ],
  ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nA\r\n, world...\r\n0\r\n\r\n'],
  ['chunks with extensions', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0;last\r\n\r\n'],
  ['chunks with trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-sum: 1\r\n\r\n'],
  ['chunks in large letters', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\n\r\n1\r\na\r\n0\r\n\r\n'],
  ['values with blanks before them', 'HTTP/1.1 200 OK\r\nx-a: \t padded\r\nx-b:tight\r\ncontent-length: 0\r\n\r\n'],
  ['an empty value', 'HTTP/1.1 200 OK\r\nx-a:\r\ncontent-length: 0\r\n\r\n'],
  ['a header twice', 'HTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 0\r\n\r\n'],
  [
    'a header with a name of JavaScript',
    'HTTP/1.1 200 OK\r\nconstructor: x\r\ntoString: y\r\ncontent-length: 0\r\n\r\n',
  ],
];

const refused: typeof answers = [
  ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n'],
  ['a status in words', 'HTTP/1.1 banana OK\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: value\r\n\r\n'],
  ['a blank before the colon', 'HTTP/1.1 200 OK\r\nx-a : b\r\n\r\n'],
  ['a control character in a value', 'HTTP/1.1 200 OK\r\nx-a: b\u0001c\r\n\r\n'],
  ['a NUL in a value', 'HTTP/1.1 200 OK\r\nx-a: b\u0000c\r\n\r\n'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: five\r\n\r\nhello'],
  ['a length below nothing', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a chunk whose size is none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
  [
    'a chunk that is longer than it says',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n',
  ],
  ['a head that is too long', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(5_000)}\r\n`],
];

const incomplete: typeof answers = [
  ['half of a head', 'HTTP/1.1 200 OK\r\nx-a'],
  ['half of a body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
  ['half of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf'],
  ['chunks without the last', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n'],
];

const pieces = [1, 2, 3, 7];

for (const [what, text] of answers) {
  test(`an answer with ${what} is read as undici reads it, whole and in pieces of any size`, async () => {
    const answer = Buffer.from(text, 'latin1');
    const whole = read(answer, answer.length);
    assert.ok(typeof whole === 'object', String(whole));
    const { reusable, ...told } = whole;
    assert.deepEqual(told, await readWithUndici(answer));
    for (const bytes of pieces) assert.deepEqual(read(answer, bytes), { reusable, ...told });
  });
}

for (const [outcome, table] of Object.entries({ refused, incomplete }))
  for (const [what, text] of table) {
    test(`an answer with ${what} is ${outcome}, for undici as for us, whole and in pieces of any size`, async () => {
      const answer = Buffer.from(text, 'latin1');
      for (const bytes of [answer.length, ...pieces]) assert.equal(read(answer, bytes), outcome);
      assert.equal(await readWithUndici(answer), 'no answer');
    });
  }

const oneAnswer = (text: string) => read(Buffer.from(text, 'latin1'), text.length);

test('a connection is used again only when the answer ends for certain, with nothing behind it', () => {
  const reusable = (text: string): boolean => {
    const answer = oneAnswer(text);
    return typeof answer === 'object' && answer.reusable;
  };
  assert.ok(reusable('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  assert.ok(reusable('HTTP/1.1 204 No Content\r\nkeep-alive: timeout=5\r\n\r\n'));
  assert.ok(reusable('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'));
  assert.ok(!reusable('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n'));
  assert.ok(!reusable('HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 2\r\n\r\nok'));
  assert.ok(!reusable('HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  assert.ok(!reusable('HTTP/1.1 200 OK\r\n\r\nok'));
});

test('what others may guess at is refused: bare line feeds, folded lines, another protocol', () => {
  assert.equal(oneAnswer('RTSP/1.0 200 OK\r\n\r\n'), 'refused');
  assert.equal(oneAnswer('HTTP/1.1 200 OK\ncontent-length: 0\n\nHTTP/1.1 200 OK\r\n\r\n'), 'refused');
  assert.equal(oneAnswer('HTTP/1.1 200 OK\r\nx-a: b\r\n folded\r\ncontent-length: 0\r\n\r\n'), 'refused');
  assert.equal(oneAnswer('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'), 'refused');
});

test('of headers, 60 of 1,000 characters are kept, and all count', () => {
  const many = Array.from({ length: 80 }, (_, index) => `x-${index}: ${'v'.repeat(index === 0 ? 2_000 : 1)}\r\n`).join(
    '',
  );
  const answer = oneAnswer(`HTTP/1.1 200 OK\r\n${many}content-length: 2\r\n\r\nok`);
  assert.ok(typeof answer === 'object');
  const { headers, body } = answer;
  assert.deepEqual([Object.keys(headers).length, headers['x-0']!.length, body], [60, 1_000, 'ok']);
});

test('chunks of one byte that say a lot beside their size are refused', () => {
  const one = Buffer.from(`1;${'a'.repeat(1_000)}\r\nx\r\n`);
  const reader = createAnswerReader({ onHead: () => undefined, onData: () => undefined });
  reader.read(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'));
  assert.throws(() => {
    for (let index = 0; index < 20; index += 1) reader.read(one);
  }, OutboundError);
});

test('announcements without end are refused', () => {
  const one = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
  const reader = createAnswerReader({ onHead: () => assert.fail(), onData: () => assert.fail() });
  assert.throws(() => {
    for (let index = 0; index < 10_000; index += 1) reader.read(one);
  }, OutboundError);
});
