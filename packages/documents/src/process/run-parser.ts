import { writeSync } from 'node:fs';
import { loadReader } from '../kinds/load-reader.ts';
import type { Emit } from '../kinds/reader.ts';
import { encodeFrame } from '../model/frames.ts';
import { limits, type ParseRequest } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

// Reads a request frame and one file from standard input, and writes the result to standard output. The parent starts
// this process with little memory, no environment and no network.

export type ParserOptions = {
  /** Called after everything is loaded and before a library sees the file. */
  giveUpRights(): void;
};

export async function runParser({ giveUpRights }: ParserOptions): Promise<void> {
  const { request, content } = await readInput();
  try {
    const { kind, read } = await loadReader(content, request);
    giveUpRights();
    const document = await read(content, request, createEmit(request, writePage));
    write({ type: 'document', kind, ...document });
  } catch (error) {
    write({ type: 'failure', message: `'${request.name}' ${sentence(error)}` });
  }
  // The thread of OCR would keep the process alive.
  process.exit(0);
}

/** Emits only the requested pages, up to the limit of characters. */
function createEmit(request: ParseRequest, take: Emit): Emit {
  const wanted = request.pages && new Set(request.pages);
  let characters = 0;
  return (page) => {
    if (wanted && !wanted.has(page.number)) return;
    characters += page.text.length;
    if (characters > limits.charactersMax)
      throw new UnreadableFile(
        `has more than ${limits.charactersMax} characters of text. Split it into smaller files.`,
      );
    // Databases and providers refuse lone surrogates and NUL.
    take({ ...page, text: page.text.toWellFormed().replaceAll('\u0000', '\ufffd') });
  };
}

const writePage: Emit = ({ image, ...page }) =>
  write({ type: 'page', ...page, ...(image && { imageType: image.mediaType }) }, image?.data);

function sentence(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  const text = String((error as Error)?.message ?? error);
  if (error instanceof RangeError && /call stack/i.test(text)) return 'is nested too deeply to be read.';
  if (/memory|allocation failed|OOM/i.test(text)) {
    return `could not be read with ${limits.processBytesMax / 1024 ** 2} MB of memory. Split it into smaller files, or save it again with another program.`;
  }
  return 'could not be read: it is damaged or has an unsupported format. Save it again with another program.';
}

async function readInput(): Promise<{ request: ParseRequest; content: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const start = 8 + all.readUInt32BE(0);
  return { request: JSON.parse(all.subarray(8, start).toString('utf8')) as ParseRequest, content: all.subarray(start) };
}

/** Writes synchronously, so that the output is complete even if the process is killed at the next page. */
function write(message: unknown, bytes?: Uint8Array): void {
  const frame = encodeFrame(message, bytes);
  for (let at = 0; at < frame.length; ) {
    try {
      at += writeSync(1, frame, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      // The pipe is full until the parent has read from it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
