import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readBoundary, readParts } from './multipart.ts';

// A request with a user token may name its organization only in a form field, but access is decided before a handler
// reads the form. So the start of the body is parsed ahead and kept: the handler still reads from the first byte.

/** Clients send fields before files. Here, fields after this many bytes are ignored. */
const PEEK_BYTES_MAX = 64 * 1024;

const peeked = new WeakMap<Readable, Buffer[]>();

/** Returns the text of a field near the start of a multipart body. Throws a MultipartError if the form is malformed. */
export async function peekMultipartField(
  raw: Readable,
  contentType: string,
  name: string,
): Promise<string | undefined> {
  const taken: Buffer[] = [];
  peeked.set(raw, taken);
  for await (const part of readParts(takeStart(raw, taken), readBoundary(contentType))) {
    if (part.name === name && part.fileName === undefined) return (await buffer(part.content)).toString('utf8');
  }
  return undefined;
}

/** Yields the body from its first byte, whether or not its start was parsed ahead. */
export async function* bodyChunks(raw: Readable): AsyncGenerator<Buffer> {
  const taken = peeked.get(raw) ?? [];
  peeked.delete(raw);
  yield* taken;
  yield* chunksOf(raw);
}

async function* takeStart(raw: Readable, taken: Buffer[]): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunksOf(raw)) {
    taken.push(chunk);
    size += chunk.length;
    yield chunk;
    if (size >= PEEK_BYTES_MAX) return;
  }
}

/** Does not destroy the request: that would close the connection before the response. */
const chunksOf = (raw: Readable): AsyncIterable<Buffer> => raw.iterator({ destroyOnReturn: false });
