import { link, mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import {
  assertKey,
  assertPrefix,
  assertRange,
  checkByUse,
  countBytes,
  type Storage,
  StorageError,
  temporaryKey,
  temporaryPrefix,
} from './storage.ts';

/**
 * Stores objects as files under `root`, readable by this user only. A file is written under tmp/, synced and renamed to
 * its place, then its folder is synced. So a crash leaves the old object or the new one, and at worst a stale temporary
 * file.
 */
export async function openDiskStorage(root: string): Promise<Storage> {
  await makeRoot(root);
  const verify = createRootCheck(root);
  await verify();
  const makeFolder = createFolderMaker(root);

  /** Nothing is missing in a folder that is gone itself. */
  async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
    const found = await orMissing(operation);
    if (found === undefined) await verify();
    return found;
  }

  function pathOf(key: string): string {
    assertKey(key);
    return join(root, key);
  }

  async function place(fromPath: string, key: string): Promise<void> {
    const path = pathOf(key);
    await verify();
    await makeFolder(dirname(path));
    await rename(fromPath, path);
    // A temporary object may be lost in a crash.
    if (!key.startsWith(temporaryPrefix)) await syncFolder(dirname(path));
  }

  const storage: Storage = {
    kind: 'disk',

    async put(key, source) {
      assertKey(key);
      const temporary = pathOf(temporaryKey('put'));
      const counted = countBytes(source);
      try {
        await verify();
        await makeFolder(dirname(temporary));
        await writeFile(temporary, counted.chunks);
        await place(temporary, key);
        return { size: counted.size };
      } catch (error) {
        await unlink(temporary).catch(() => {});
        throw counted.error ?? explain(root, error);
      }
    },

    async get(key, range) {
      assertRange(range);
      const file = await unlessMissing(open(pathOf(key), 'r'));
      if (!file) return undefined;
      const found = await file.stat();
      if (found.isFile() && (range?.start ?? 0) < found.size) {
        return { size: found.size, stream: file.createReadStream(range) };
      }
      await file.close();
      return found.isFile() ? { size: found.size, stream: Readable.from([]) } : undefined;
    },

    async link(key, path) {
      const from = pathOf(key);
      return link(from, path).then(
        () => true,
        () => false,
      );
    },

    async head(key) {
      const found = await unlessMissing(stat(pathOf(key)));
      return found?.isFile() ? { size: found.size, modifiedAt: found.mtime } : undefined;
    },

    async move(from, to) {
      assertKey(to);
      if (!(await storage.head(from))) throw new StorageError(`no object to move: ${from}`);
      await place(pathOf(from), to).catch((error) => Promise.reject(explain(root, error)));
    },

    async delete(key) {
      const deletion = unlink(pathOf(key)).then(() => true);
      return (await unlessMissing(deletion)) ?? false;
    },

    async *list(prefix) {
      assertPrefix(prefix);
      // Up to its last slash, the prefix is a folder. The rest is the start of a name in it.
      const folder = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
      for await (const path of walk(folder, (path) => toKey(root, path).startsWith(prefix))) {
        const found = await unlessMissing(stat(path));
        if (found) yield { key: toKey(root, path), size: found.size, modifiedAt: found.mtime };
      }
    },

    verify,
    check: () => checkByUse(storage).catch((error) => Promise.reject(explain(root, error))),

    async close() {},
  };
  return storage;
}

/**
 * Returns a function that throws if the folder was removed, or replaced by another one, such as the empty folder under a
 * disk that is no longer mounted. Making it anew would hide the loss. A copy that has the installation's mark is taken.
 */
function createRootCheck(root: string): () => Promise<void> {
  let known: string | undefined;
  const removed = (cause?: unknown): StorageError =>
    new StorageError(
      `storage folder ${root} was removed or replaced while the server ran; put it back, with its files`,
      { cause },
    );
  return async () => {
    const { dev, ino } = await stat(root).catch((error) => {
      throw codeOf(error) === 'ENOENT' ? removed(error) : explain(root, error);
    });
    const identity = `${dev}:${ino}`;
    if (known === identity) return;
    if (known !== undefined) await stat(join(root, MARK)).catch((error) => Promise.reject(removed(error)));
    known = identity;
  };
}

/** Written by the owner of the storage; see operator/recovery/storage-owner.ts. */
const MARK = 'installation.json';

async function makeRoot(root: string): Promise<void> {
  try {
    const made = await mkdir(root, { recursive: true, mode: 0o700 });
    if (made) await syncFolder(dirname(made));
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes(codeOf(error));
    throw isFile ? new StorageError(`storage folder ${root} is not a folder`, { cause: error }) : explain(root, error);
  }
}

/**
 * Returns a function that creates a folder and, unless this process already did so, syncs the folders above it, because
 * an object is only as durable as the entries that lead to it. The set is bounded; clearing it costs a few syncs.
 */
function createFolderMaker(root: string): (folder: string) => Promise<void> {
  const durable = new Set<string>();
  return async (folder) => {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!made && durable.has(folder)) return;
    for (let path = folder; path.length > root.length; path = dirname(path)) await syncFolder(dirname(path));
    if (durable.size >= 10_000) durable.clear();
    durable.add(folder);
  };
}

async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let syncing: Promise<unknown> = Promise.resolve();
  let [written, synced] = [0, 0];
  const write = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.byteLength; ) at += (await file.write(bytes, at)).bytesWritten;
    written += bytes.byteLength;
    if (written - synced < SYNC_BYTES) return;
    // One sync at a time, and its error counts: the system reports a failed write only once.
    await syncing;
    synced = written;
    syncing = file.datasync();
    syncing.catch(() => undefined);
  };
  try {
    for await (const bytes of inBlocks(chunks)) await write(bytes);
    await syncing;
    await file.sync();
  } finally {
    await syncing.catch(() => undefined);
    await file.close();
  }
}

/** Gathers small pieces from the network into blocks, because each write is a round trip to another thread. */
async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let block: Buffer | undefined;
  let used = 0;
  let first = true;
  for await (const chunk of chunks) {
    // The first piece is not gathered, because most objects have only one.
    const gathers = !first && chunk.byteLength < BLOCK_BYTES / 4;
    first = false;
    if (block !== undefined && (!gathers || used + chunk.byteLength > BLOCK_BYTES)) {
      yield block.subarray(0, used);
      used = 0;
    }
    if (gathers) {
      block ??= Buffer.allocUnsafe(BLOCK_BYTES);
      block.set(chunk, used);
      used += chunk.byteLength;
    } else yield chunk;
  }
  if (block !== undefined) yield block.subarray(0, used);
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Large objects are synced as they arrive. A single sync at the end would write everything at once, and all other
 * syncs, such as commits of PostgreSQL, would wait behind it.
 */
const SYNC_BYTES = 8 * 1024 * 1024;

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* walk(folder: string, wanted: (path: string) => boolean): AsyncGenerator<string> {
  const entries = await orMissing(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (!wanted(path)) continue;
    if (entry.isDirectory()) yield* walk(path, wanted);
    else yield path;
  }
}

function toKey(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Returns undefined if no file has that name, including names of folders and names below a file. */
async function orMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

const knownReasons: Record<string, string> = {
  EACCES: 'is not writable',
  EPERM: 'is not writable',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'has no space left',
  EDQUOT: 'is over its disk quota',
};

/** Turns a system error into a StorageError with a one-line message. Returns any other error unchanged. */
function explain(root: string, error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  const reason = knownReasons[code] ?? `cannot be used (${code})`;
  return new StorageError(`storage folder ${root} ${reason}`, { cause: error });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}
