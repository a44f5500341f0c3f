import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type Finding, finding } from './finding.ts';

const PAGE = 500;
/** Parallel reads. One at a time would mostly wait for the network of a remote storage. */
const AT_ONCE = 4;
const ITEMS_MAX = 1_000;

export async function hashOf(storage: Storage, key: string): Promise<string | undefined> {
  const found = await storage.get(key);
  if (found === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of found.stream) hash.update(chunk);
  return hash.digest('hex');
}

/** Reads all objects whose hash the database has, and compares the hashes. Needs the snapshot's tables. */
export async function checkHashes(tx: Db, storage: Storage): Promise<Finding> {
  const wrong: { key: string; source: string }[] = [];
  let [read, count, after] = [0, 0, ''];
  for (;;) {
    const rows = await tx.query<{ key: string; sha256: string; source: string }>(
      `select distinct on (n.key) n.key, n.sha256, n.source from named n join stored s on s.key = n.key
       where n.sha256 is not null and n.key > $1::text order by n.key limit ${PAGE}`,
      [after],
    );
    if (rows.length === 0) break;
    after = rows.at(-1)!.key;
    read += rows.length;
    const waiting = rows.values();
    const work = async (): Promise<void> => {
      for (const { key, sha256, source } of waiting) {
        if ((await hashOf(storage, key)) === sha256) continue;
        count += 1;
        if (wrong.length < ITEMS_MAX) wrong.push({ key, source });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  if (count === 0) return finding('Hashes', `${read} objects read, all unchanged`);
  return finding('Hashes', `${count} of ${read} objects differ from what was written, first ${wrong[0]!.key}`, {
    count,
    items: wrong,
    fix: 'Copy these objects from a backup of the storage.',
  });
}
