import { OutboundError } from './failures.ts';
import { HEADER_NAME } from './request-bytes.ts';

// Reads one HTTP/1 answer from a connection, in whatever pieces its bytes come. Strict: what is not plainly an answer is
// refused, since nothing good comes from guessing where a stranger's answer ends.

export type AnswerHead = {
  status: number;
  /** Perhaps the very object that other answers have. */
  headers: Readonly<Record<string, string>>;
  /** What the other side says of how long it keeps an idle connection. */
  keepSeconds: number | undefined;
};

type Listener = {
  /** Not for 1xx answers, which announce the real one. */
  onHead(head: AnswerHead): void;
  onData(bytes: Buffer): void;
};

/** Of heads and trailers, and of what stands before a chunk. */
const HEAD_BYTES_MAX = 16_384;
const NO_BYTES: Buffer = Buffer.alloc(0);
const PREFIX = 'HTTP/1.';

type State = 'head' | 'length' | 'chunk size' | 'chunk' | 'end of chunk' | 'trailer' | 'until the end' | 'complete';

export function createAnswerReader({ onHead, onData }: Listener) {
  let state: State = 'head';
  /** The beginning of something whose end has not come yet. */
  let rest = NO_BYTES;
  /** Bytes that are still to come, of the body or of its chunk. */
  let left = 0;
  let headBytes = 0;
  let keeps = false;

  /** What is left after one step; undefined: more is needed. */
  function step(bytes: Buffer): Buffer | undefined {
    switch (state) {
      case 'head':
        return readHead(bytes);
      case 'length':
      case 'chunk':
        return readBody(bytes);
      case 'until the end':
        onData(bytes);
        return NO_BYTES;
      case 'end of chunk':
      case 'chunk size':
      case 'trailer':
        return readLine(bytes);
      case 'complete':
        return undefined;
    }
  }

  function readHead(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) {
      const begun = bytes.toString('latin1', 0, PREFIX.length);
      if (!PREFIX.startsWith(begun) || headBytes + bytes.length > HEAD_BYTES_MAX) throw new OutboundError('protocol');
      return undefined;
    }
    headBytes += end;
    if (headBytes > HEAD_BYTES_MAX) throw new OutboundError('protocol');
    const head = readAgain(bytes.toString('utf8', 0, end));
    if (head.status >= 200) {
      keeps = head.keeps;
      state = head.body;
      left = head.length;
      onHead(head);
    }
    return bytes.subarray(end + 4);
  }

  function readBody(bytes: Buffer): Buffer {
    const part = bytes.length <= left ? bytes : bytes.subarray(0, left);
    left -= part.length;
    if (left === 0) state = state === 'chunk' ? 'end of chunk' : 'complete';
    onData(part);
    return bytes.subarray(part.length);
  }

  /** The lines between chunks and after them. */
  function readLine(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf('\r\n');
    if (end < 0 && bytes.length > HEAD_BYTES_MAX) throw new OutboundError('protocol');
    if (end < 0) return undefined;
    const line = bytes.toString('latin1', 0, end);
    if (state === 'chunk size') {
      const size = CHUNK_SIZE.exec(line)?.[1];
      // What is said beside the sizes counts, or it could go on for ever.
      headBytes += line.length - (size?.length ?? 0);
      if (size === undefined || headBytes > HEAD_BYTES_MAX) throw new OutboundError('protocol');
      left = Number.parseInt(size, 16);
      state = left === 0 ? 'trailer' : 'chunk';
    } else if (state === 'end of chunk') {
      if (line !== '') throw new OutboundError('protocol');
      state = 'chunk size';
    } else {
      headBytes += end;
      if (headBytes > HEAD_BYTES_MAX) throw new OutboundError('protocol');
      if (line === '') state = 'complete';
    }
    return bytes.subarray(end + 2);
  }

  return {
    /** True: the answer is complete. Throws when it is none. */
    read(given: Buffer): boolean {
      let bytes: Buffer = rest.length === 0 ? given : Buffer.concat([rest, given]);
      rest = NO_BYTES;
      while (bytes.length > 0) {
        const next = step(bytes);
        if (next === undefined) {
          rest = bytes;
          break;
        }
        bytes = next;
      }
      return state === 'complete';
    },
    /** True: the end of the connection is the end of the answer. */
    end(): boolean {
      if (state === 'until the end') state = 'complete';
      return state === 'complete';
    },
    /** The connection may carry another request: nothing came behind the answer. */
    isReusable: (): boolean => state === 'complete' && keeps && rest.length === 0,
  };
}

const CHUNK_SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n\0]*)?$/;
const CONTROL = /[^\t\x20-\x7e\u0080-\uffff]/;
const LENGTH = /^\d{1,15}$/;
const SWITCHING = 101;
const HEADERS_KEPT = 60;
const NAME_KEPT = 200;
const CHARACTERS_KEPT = 1_000;

type Head = AnswerHead & { keeps: boolean; body: State; length: number };

let lastText = '';
let lastHead: Head | undefined;

/** What answers many requests mostly answers them alike, until the next second changes the date. */
function readAgain(text: string): Head {
  if (lastHead === undefined || text !== lastText) {
    lastHead = parseHead(text);
    lastText = text;
  }
  return lastHead;
}

function parseHead(text: string): Head {
  const lines = text.split('\r\n');
  const [, minor, code] = STATUS_LINE.exec(lines[0]!) ?? [];
  const status = Number(code);
  if (code === undefined || status === SWITCHING) throw new OutboundError('protocol');
  const all: Record<string, string> = Object.create(null);
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index]!;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!HEADER_NAME.test(name) || CONTROL.test(line)) throw new OutboundError('protocol');
    const key = name.toLowerCase();
    const value = line.slice(colon + 1).trim();
    const earlier = all[key];
    all[key] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  const { connection = '', 'keep-alive': keepAlive } = all;
  const keepSeconds = keepAlive === undefined ? undefined : /timeout=(\d{1,6})/i.exec(keepAlive)?.[1];
  const framing = frame(status, all);
  return {
    status,
    headers: keepSome(all),
    keepSeconds: keepSeconds === undefined ? undefined : Number(keepSeconds),
    keeps: minor === '1' && framing.body !== 'until the end' && !/(^|[\s,])close([\s,]|$)/i.test(connection),
    ...framing,
  };
}

/** How the end of the body is known. */
function frame(status: number, headers: Record<string, string>): { body: State; length: number } {
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  // Both at once is how one answer is made to look like two.
  if (encoding !== undefined && length !== undefined) throw new OutboundError('protocol');
  if (length !== undefined && !LENGTH.test(length)) throw new OutboundError('protocol');
  if (status === 204 || status === 304 || status < 200) return { body: 'complete', length: 0 };
  if (encoding !== undefined)
    return { body: /(^|[\s,])chunked$/i.test(encoding) ? 'chunk size' : 'until the end', length: 0 };
  if (length === undefined) return { body: 'until the end', length: 0 };
  return { body: Number(length) === 0 ? 'complete' : 'length', length: Number(length) };
}

/** As much of the headers as anybody needs. */
function keepSome(all: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  let left = HEADERS_KEPT;
  for (const name in all) {
    if (--left < 0) break;
    kept[name.slice(0, NAME_KEPT)] = all[name]!.slice(0, CHARACTERS_KEPT);
  }
  return kept;
}
