import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { encodeFrame } from './model/frames.ts';
import { limits } from './model/request.ts';
import { parseDocument } from './parse-document.ts';
import { DocumentFailure } from './process/failure.ts';
import type { Parser, ParserHost } from './process/host.ts';

/** A parser that returns these frames when it has the whole file. */
function hostOf(frames: Uint8Array[]): ParserHost & { received: Buffer[] } {
  const received: Buffer[] = [];
  return {
    received,
    residentBytes: () => 0,
    async start() {
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const child = Object.assign(new EventEmitter(), { stdin, stdout, stderr, pid: 1 });
      let isClosed = false;
      const close = (signal: string | null): void => {
        if (isClosed) return;
        isClosed = true;
        stdout.end();
        stdin.destroy();
        setImmediate(() => child.emit('close', signal === null ? 0 : null, signal));
      };
      stdin.on('data', (chunk: Buffer) => received.push(chunk));
      stdin.on('end', () => {
        for (const frame of frames) stdout.write(frame);
        close(null);
      });
      const kill = (): boolean => {
        close('SIGKILL');
        return true;
      };
      return Object.assign(child, { kill }) as unknown as Parser;
    },
  };
}
const page = encodeFrame({ type: 'page', number: 1, width: 0, height: 0, text: 'Hi', scanned: false });
const end = encodeFrame({ type: 'document', kind: 'text', pageCount: 1 });
const open = async (): Promise<Uint8Array> => Buffer.from('Hi');

test('the pages come with the document, and the request goes before the content', async () => {
  const host = hostOf([page, end]);
  const document = await parseDocument(host, { name: 'a.txt', open }, { pages: [1] });
  assert.deepEqual(document, {
    kind: 'text',
    pageCount: 1,
    pages: [{ number: 1, width: 0, height: 0, text: 'Hi', scanned: false }],
  });
  const sent = Buffer.concat(host.received);
  const length = sent.readUInt32BE(0);
  assert.deepEqual(JSON.parse(sent.subarray(8, 8 + length).toString()), {
    images: false,
    ocr: 'never',
    pages: [1],
    name: 'a.txt',
    contentType: '',
  });
  assert.equal(sent.subarray(8 + length).toString(), 'Hi');
});

test('the image of a page is its bytes', async () => {
  const drawn = encodeFrame(
    { type: 'page', number: 1, width: 1, height: 1, text: '', scanned: true, imageType: 'image/png' },
    Buffer.from('png'),
  );
  const { pages } = await parseDocument(hostOf([drawn, end]), { name: 'a', open });
  assert.equal(Buffer.from(pages[0]!.image!.data).toString(), 'png');
  assert.equal(pages[0]!.image!.mediaType, 'image/png');
});

test('a file that is known to be too large is refused before it is opened', async () => {
  let opened = false;
  const source = {
    name: 'big.pdf',
    size: limits.fileBytesMax + 1,
    async open() {
      opened = true;
      return Buffer.alloc(0);
    },
  };
  await assert.rejects(parseDocument(hostOf([end]), source), /^DocumentFailure: 'big\.pdf' is larger than 100 MB/);
  assert.equal(opened, false);
});

test('a stream that turns out too large is refused, whatever size was claimed', async () => {
  const block = Buffer.alloc(limits.fileBytesMax / 4 + 1);
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 5; count += 1) yield block;
  }
  const source = { name: 'liar.bin', size: 10, open: async () => content() };
  await assert.rejects(parseDocument(hostOf([end]), source), /'liar\.bin' is larger than 100 MB/);
});

test('a failure that the parser tells is the failure of the call', async () => {
  const failure = encodeFrame({ type: 'failure', message: "'a' is empty." });
  await assert.rejects(parseDocument(hostOf([failure]), { name: 'a', open }), (error: DocumentFailure) => {
    assert.ok(error instanceof DocumentFailure);
    assert.deepEqual([error.message, error.retry], ["'a' is empty.", false]);
    return true;
  });
});

test('a parser that ends without a last word is a failure, never a document with half of its pages', async () => {
  await assert.rejects(parseDocument(hostOf([page]), { name: 'a', open }), DocumentFailure);
  await assert.rejects(parseDocument(hostOf([Buffer.from('rubbish that is no frame')]), { name: 'a', open }));
});

test('content that cannot be read is told as such, not as a fault of the file', async () => {
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('first');
    throw new Error('storage is gone');
  }
  const source = { name: 'a', open: async () => content() };
  await assert.rejects(parseDocument(hostOf([end]), source), /^Error: storage is gone$/);
});

test('a call that was given up before it began starts no process', async () => {
  const host = { ...hostOf([end]), start: () => assert.fail('started') };
  await assert.rejects(
    parseDocument(host, { name: 'a', open }, { signal: AbortSignal.abort(new Error('left')) }),
    /left/,
  );
});
