import { OutboundError } from './failures.ts';

export type RequestParts = {
  method: string;
  path: string;
  /** With its port, as the Host header says it. */
  host: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
};

export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, blanks and Latin-1: never a line break, which would start a header of its own. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/;
/** Where a request goes, where it ends and what becomes of its connection is said here and nowhere else. */
export const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
]);

/** A whole request, as a text where its characters are bytes anyway: two writes would be two packets. */
export function requestBytes(request: RequestParts): string | Buffer {
  const { method, path, host, headers, body } = request;
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  let plain = true;
  let connection = 'keep-alive';
  for (const name in headers) {
    const value = headers[name]!;
    const key = names.get(name) ?? readName(name);
    if (!PLAIN_VALUE.test(value)) {
      if (!HEADER_VALUE.test(value)) throw new OutboundError('internal');
      plain = false;
    }
    if (key === 'connection') connection = value;
    else head += `${name}: ${value}\r\n`;
  }
  head += `connection: ${connection}\r\n`;
  if (body !== undefined || method !== 'GET') head += `content-length: ${Buffer.byteLength(body ?? '')}\r\n`;
  head += '\r\n';
  if (plain && typeof body !== 'object') return body === undefined ? head : head + body;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')]);
}

/** Names that were found good, in lower case: the same few come with every request. */
const names = new Map<string, string>();

function readName(name: string): string {
  const key = name.toLowerCase();
  if (!HEADER_NAME.test(name) || FRAMING_HEADERS.has(key)) throw new OutboundError('internal');
  if (names.size >= 1_000) names.clear();
  names.set(name, key);
  return key;
}
