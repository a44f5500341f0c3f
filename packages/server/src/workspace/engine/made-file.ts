import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from './engine.ts';

// Reads the output file of a sandboxed process while it grows, so that storing it ends soon after the process does. A
// hostile process may control the file, so only a regular file in its own folder is read, up to a size limit.

export type Following = {
  file: string;
  /** Call when the process has ended. Passes on the rest and returns the size. */
  finish(): Promise<number>;
  /** Call when the process has failed. The reader of the content gets an error. */
  abandon(): Promise<void>;
  /** Resolves when the reader fails. */
  failed: Promise<void>;
  /** Throws the reader's error, if it failed. */
  throwFailure(): void;
};

const PIECE_BYTES = 1024 * 1024;
/** Polling interval. It need not be short, because the end of the file is reported. */
const LOOK_MS = 25;

export function followFile(
  folder: string,
  file: string,
  options: { bytesMax: number; keep(content: AsyncIterable<Uint8Array>): Promise<void> },
): Following {
  let state: 'grows' | 'complete' | 'abandoned' = 'grows';
  let size = 0;
  let wake = (): void => undefined;
  let failure: { error: unknown } | undefined;

  async function* read(): AsyncGenerator<Uint8Array> {
    let opened: FileHandle | undefined;
    // One buffer for the whole file: allocating one per chunk would trigger many garbage collections.
    let piece: Buffer | undefined;
    try {
      for (;;) {
        // Read the state before the size: if the state is complete, the size is final.
        const complete = state === 'complete';
        opened ??= await openPlain(folder, file, complete);
        const there = opened === undefined ? 0 : (await opened.stat()).size;
        if (there > options.bytesMax) throw unusable();
        while (state !== 'abandoned' && opened && (complete ? size < there : size + PIECE_BYTES <= there)) {
          piece ??= Buffer.allocUnsafe(Math.min(PIECE_BYTES, there));
          const { bytesRead } = await opened.read(piece, 0, Math.min(piece.length, there - size), size);
          if (bytesRead === 0) throw unusable();
          size += bytesRead;
          yield piece.subarray(0, bytesRead);
        }
        if (state === 'abandoned') throw new Abandoned();
        if (complete) return;
        await change();
      }
    } finally {
      await opened?.close();
    }
  }

  /** Waits for more bytes or the end of the file. */
  function change(): Promise<void> {
    if (state !== 'grows') return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function end(as: 'complete' | 'abandoned'): Promise<void> {
    if (state === 'grows') state = as;
    wake();
    return kept;
  }

  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  const kept = options.keep(read()).catch((error: unknown) => {
    if (state === 'abandoned') return;
    failure = { error };
    fail();
  });
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    file,
    failed,
    throwFailure,
    async finish() {
      await end('complete');
      throwFailure();
      return size;
    },
    abandon: () => end('abandoned'),
  };
}

class Abandoned extends Error {}

const unusable = (cause?: unknown): EngineError =>
  new EngineError('crash', 'The query engine returned no usable response.', { cause });

/** Returns undefined if the file does not exist yet. */
async function openPlain(folder: string, file: string, complete: boolean): Promise<FileHandle | undefined> {
  if (!/^[a-z]+\.[a-z]+$/.test(file)) throw unusable();
  // Opening a pipe must not block until its other end is open.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const opened = await open(join(folder, file), flags).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' && !complete) return undefined;
    throw unusable(cause);
  });
  if (opened === undefined) return undefined;
  const found = await opened.stat();
  if (found.isFile() && found.nlink === 1) return opened;
  await opened.close();
  throw unusable();
}
