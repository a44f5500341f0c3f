import { createHash } from 'node:crypto';
import { deletedPrefix } from '#platform/storage/grace.ts';
import { type Storage, temporaryPrefix } from '#platform/storage/storage.ts';
import { markKey } from './recovery/storage-owner.ts';
import { type DumpReader, damaged, type Progress } from './transfer-format.ts';

// Content of the storage in an export: for each object a line with its key and size, its bytes, and a line with its
// hash; then a line with their number. Both directions stream, so an object is never in memory as a whole.

const NEWLINE = Buffer.from('\n');
const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Reads all objects except temporary ones, deleted ones and the mark of the storage's owner. */
export async function* readObjects(storage: Storage, onProgress: Progress): AsyncGenerator<Buffer> {
  let [objects, bytes] = [0, 0];
  for await (const { key } of storage.list('')) {
    if (key === markKey || key.startsWith(temporaryPrefix) || key.startsWith(deletedPrefix)) continue;
    const found = await storage.get(key);
    // Deleted since it was listed.
    if (found === undefined) continue;
    yield line({ object: key, size: found.size });
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of found.stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
      onProgress({ table: key, bytes: bytes + size });
    }
    if (size !== found.size) throw new Error(`${key} has ${size} bytes, but the storage reported ${found.size}.`);
    yield NEWLINE;
    yield line({ sha256: hash.digest('hex') });
    objects += 1;
    bytes += size;
  }
  yield line({ objects, bytes });
}

export type Objects = { objects: number; bytes: number };

/** Writes the objects to the storage. No row names the objects of a failed import, so they are removed later. */
export async function writeObjects(reader: DumpReader, storage: Storage, onProgress: Progress): Promise<Objects> {
  const done: Objects = { objects: 0, bytes: 0 };
  for (;;) {
    const next = await reader.json<{ object?: string; size?: number } & Partial<Objects>>();
    if (next.object === undefined) {
      if (next.objects !== done.objects || next.bytes !== done.bytes) throw damaged();
      return done;
    }
    const hash = createHash('sha256');
    async function* content(): AsyncGenerator<Buffer> {
      for await (const chunk of reader.bytes(next.size ?? -1)) {
        hash.update(chunk);
        done.bytes += chunk.length;
        onProgress({ table: next.object!, bytes: done.bytes });
        yield chunk;
      }
    }
    await storage.put(next.object, content());
    const { sha256 } = await reader.json<{ sha256: string }>();
    if (sha256 !== hash.digest('hex')) throw damaged();
    done.objects += 1;
  }
}
