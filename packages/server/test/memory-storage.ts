import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '#platform/storage/storage.ts';

/** A storage for unit tests. `objects` may be read and changed from outside, as a disk could be. */
export function memoryStorage(given: Record<string, string> = {}): Storage & { objects: Map<string, Buffer> } {
  const objects = new Map(Object.entries(given).map(([key, text]) => [key, Buffer.from(text)]));
  const modifiedAt = new Date('2026-01-02T03:04:05Z');
  return {
    objects,
    kind: 'disk',
    async put(key, source) {
      const content = source instanceof Uint8Array ? Buffer.from(source) : await buffer(source);
      objects.set(key, content);
      return { size: content.length };
    },
    async get(key) {
      const content = objects.get(key);
      return content && { size: content.length, stream: Readable.from([content]) };
    },
    async head(key) {
      const content = objects.get(key);
      return content && { size: content.length, modifiedAt };
    },
    async move(from, to) {
      const content = objects.get(from);
      if (content === undefined) throw new Error(`There is no object ${from}.`);
      objects.delete(from);
      objects.set(to, content);
    },
    delete: async (key) => objects.delete(key),
    async *list(prefix) {
      for (const [key, { length: size }] of objects) if (key.startsWith(prefix)) yield { key, size, modifiedAt };
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}
