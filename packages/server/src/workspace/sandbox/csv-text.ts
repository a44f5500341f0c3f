import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Refused } from './failures.ts';

// Reads CSV files in pieces, because a file may be larger than memory.

export async function refuseNul(path: string): Promise<void> {
  const file = await open(path);
  // One buffer for the whole pass. It fits into the processor cache, because this runs beside the import.
  const buffer = Buffer.alloc(256 * 1024);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      if (buffer.subarray(0, bytesRead).includes(0))
        throw new Refused('The file contains a NUL byte, so it is not CSV.');
    }
  } finally {
    await file.close();
  }
}

/** Converts UTF-16 to UTF-8. */
export async function toUtf8(from: string, to: string, encoding: 'utf-16le' | 'utf-16be'): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
    createWriteStream(to),
  ).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new Refused('The file is not valid UTF-16. Save it as UTF-8 and upload it again.');
  });
}

/**
 * Converts CR LF to LF. Files joined from several may have both, which DuckDB cannot read. Returns false if the line
 * endings are not mixed.
 */
export async function uniteLineEnds(from: string, to: string): Promise<boolean> {
  let [withReturn, without] = [false, false];
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      let held = '';
      for await (const chunk of chunks) {
        // Latin-1 keeps every byte. A CR at the end of a chunk waits for the next byte.
        const text = held + chunk.toString('latin1');
        held = text.endsWith('\r') ? '\r' : '';
        withReturn ||= text.includes('\r\n');
        without ||= /(?<!\r)\n/.test(text);
        yield Buffer.from(text.slice(0, text.length - held.length).replaceAll('\r\n', '\n'), 'latin1');
      }
      yield Buffer.from(held, 'latin1');
    },
    createWriteStream(to),
  );
  return withReturn && without;
}
