import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, chown, link, mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '#platform/storage/storage.ts';

// Provides storage objects as files that a sandboxed process may read. Objects on the same disk are hard-linked. Remote
// objects are downloaded and cached, up to a total size.

export type LocalFiles = {
  /** Places the object at `path`, readable for the group and writable for no user. */
  provide(key: string, path: string, gid: number | null, options?: { uncached?: boolean | undefined }): Promise<void>;
};

/** Thrown for a missing segment. The table is broken, which is not the fault of the query. */
export class MissingObject extends Error {}

export function createLocalFiles({
  storage,
  folder,
  bytesMax,
}: {
  storage: Storage;
  folder: string;
  bytesMax: number;
}): LocalFiles {
  const fetching = new Map<string, Promise<void>>();
  const pathOf = (key: string): string => join(folder, createHash('sha256').update(key).digest('hex'));

  async function fetchObject(key: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await storage.get(key);
    if (found === undefined) throw new MissingObject(`no object ${key}`);
    const temporary = `${pathOf(key)}.${randomUUID()}`;
    try {
      await pipeline(found.stream, createWriteStream(temporary, { mode: 0o600 }));
      await rename(temporary, pathOf(key));
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }

  /** Returns false if there is no cached copy. */
  async function linkCopy(key: string, path: string): Promise<boolean> {
    const now = new Date();
    await utimes(pathOf(key), now, now).catch(() => undefined);
    return link(pathOf(key), path).then(
      () => true,
      (error: { code?: unknown }) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  }

  async function provideCopy(key: string, path: string): Promise<void> {
    if (await linkCopy(key, path)) return;
    for (let attempt = 1; ; attempt += 1) {
      const under = fetching.get(key) ?? fetchObject(key).finally(() => fetching.delete(key));
      fetching.set(key, under);
      await under;
      // Evict only after linking, because a link survives eviction. Another query may already have evicted the copy.
      const linked = await linkCopy(key, path);
      if (linked || attempt === LINK_ATTEMPTS) {
        await makeRoom(folder, bytesMax);
        if (linked) return;
        throw new Error(`the copy of ${key} was removed while it was used`);
      }
    }
  }

  return {
    async provide(key, path, gid, { uncached = false } = {}) {
      if (!(await storage.link?.(key, path))) {
        await provideCopy(key, path);
        if (uncached) await unlink(pathOf(key)).catch(() => undefined);
      }
      if (gid === null) return;
      await chown(path, 0, gid);
      await chmod(path, 0o440);
    },
  };
}

const LINK_ATTEMPTS = 5;

/** Deletes the least recently used copies. A query that has linked one keeps it. */
async function makeRoom(folder: string, bytesMax: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return { path: join(folder, name), size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.sort((one, other) => one.usedAt - other.usedAt)) {
    if (total <= bytesMax) return;
    await unlink(path).catch(() => undefined);
    total -= size;
  }
}
