import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from './engine.ts';

// A file that a sandboxed process makes, handed on while it grows: storing it ends soon after the process does. It is what a
// hostile process puts there, so nothing but a plain file of its own folder is read, and no more than it may write.

export type Following = {
  file: string;
  /** The process is over: hands on what is left. Gives the size. */
  finish(): Promise<number>;
  /** It came to nothing: whoever was given the content sees it fail. */
  abandon(): Promise<void>;
  /** When whoever takes the content cannot. */
  failed: Promise<void>;
  /** Throws what it could not for, if that is so. */
  throwFailure(): void;
};

const PIECE_BYTES = 1024 * 1024;
/** How soon something new is seen. There is no hurry before the end, of which we are told. */
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
    // One for all of it: pieces that come and go would have the memory of the service searched for others, over and over.
    let piece: Buffer | undefined;
    try {
      for (;;) {
        // Asked first: what is there afterwards is all of it then.
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

  /** More of the file, perhaps, or its end. */
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
  new EngineError('crash', 'The query engine gave no usable answer.', { cause });

/** undefined: it is not there yet. */
async function openPlain(folder: string, file: string, complete: boolean): Promise<FileHandle | undefined> {
  if (!/^[a-z]+\.[a-z]+$/.test(file)) throw unusable();
  // A pipe must not keep us waiting for its other end.
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
