import { createHash } from 'node:crypto';
import { findLink, type Link } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { type ListFiles, type ListFormat, readList } from './lists/read-list.ts';
import {
  closeEntries,
  findVersion,
  insertEntries,
  insertVersion,
  listHashes,
  lockList,
  type VersionRow,
} from './store.ts';

export type ImportDeps = {
  database: Database;
  /** What else begins with a new version, in the same transaction. Watches are above this domain. */
  onListChanged(tx: Db, orgId: string, changed: { listId: string; actor: Link }): Promise<void>;
};

/** Writes what changed since the last version. A file like the last one changes nothing and makes no version. */
export async function importList(
  { database, onListChanged }: ImportDeps,
  caller: Caller,
  listId: string,
  { format, files }: { format: ListFormat; files: ListFiles },
): Promise<{ version: VersionRow; isNew: boolean }> {
  const { orgId } = caller;
  const entries = await readList({ format, files });
  const sha256 = hashFiles(files);
  return database.tenant(orgId).tx(async (tx) => {
    const list = await lockList(tx, orgId, listId);
    if (list === undefined) throw notFound('screening list');
    const known = await listHashes(tx, orgId, listId);
    const given = new Set(entries.map(({ content }) => content.id));
    const removed = [...known.keys()].filter((id) => !given.has(id));
    const changed = entries.filter(({ content: { id }, hash }) => known.has(id) && known.get(id) !== hash);
    const added = entries.filter(({ content: { id } }) => !known.has(id));
    if (list.version > 0 && removed.length + changed.length + added.length === 0)
      return { version: (await findVersion(tx, orgId, listId, list.version))!, isNew: false };
    const at = { orgId, listId, version: list.version + 1 };
    await closeEntries(tx, at, [...removed, ...changed.map(({ content }) => content.id)]);
    await insertEntries(tx, at, [...added, ...changed]);
    const counts = {
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      entry_count: entries.length,
    };
    await insertVersion(tx, at, { number: at.version, format, sha256, ...counts, creatorId: caller.userId });
    await onListChanged(tx, orgId, { listId, actor: await findLink(tx, caller) });
    await audit(tx, caller, 'screening_list.imported', listId, { version: at.version, format, sha256, ...counts });
    return { version: (await findVersion(tx, orgId, listId, at.version))!, isNew: true };
  });
}

function hashFiles({ file, aliases, addresses }: ListFiles): string {
  const hash = createHash('sha256').update(file);
  for (const one of [aliases, addresses]) if (one) hash.update(one);
  return hash.digest('hex');
}
