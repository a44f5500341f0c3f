import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import type { Entry, ReadEntry } from './lists/entry.ts';

// Lists, their versions and entries, and decisions about pairs.

export type ListRow = {
  id: string;
  name: string;
  description: string;
  version: number;
  entry_count: number;
  created_at: Date;
  updated_at: Date;
};
export type VersionRow = {
  number: number;
  format: string;
  sha256: string;
  entry_count: number;
  added: number;
  changed: number;
  removed: number;
  created_at: Date;
};
export type EntryRow = { list_id: string; list_version: number; content: Entry; hash: string };
export type DecisionRow = {
  subject_key: string;
  list_id: string;
  entry_id: string;
  decision: 'true_match' | 'false_positive';
  reason: string;
  entry_hash: string;
  holds: boolean;
  decided_at: Date;
};

/** Entries that one name is compared with: those that share most words or sounds with it. */
export const COMPARED_MAX = 1_000;

const LIST = 'l.id, l.name, l.description, l.version, l.entry_count, l.created_at, l.updated_at';
const VERSION = 'v.number, v.format, v.sha256, v.entry_count, v.added, v.changed, v.removed, v.created_at';

export const listLists = (db: Db, orgId: string, page: Page): Promise<Listed<ListRow>> =>
  listPage(db, {
    columns: LIST,
    from: 'screening_lists l',
    where: 'l.org_id = $1',
    order: 'l.id desc',
    values: [orgId],
    page,
  });

export async function findList(db: Db, orgId: string, id: string): Promise<ListRow | undefined> {
  const rows = await db.query<ListRow>(`select ${LIST} from screening_lists l where l.org_id = $1 and l.id = $2`, [
    orgId,
    id,
  ]);
  return rows[0];
}

/** Imports of a list happen one after the other. */
export async function lockList(tx: Db, orgId: string, id: string): Promise<ListRow | undefined> {
  const rows = await tx.query<ListRow>(
    `select ${LIST} from screening_lists l where l.org_id = $1 and l.id = $2 for update`,
    [orgId, id],
  );
  return rows[0];
}

export async function insertList(
  tx: Db,
  orgId: string,
  list: { name: string; description: string; creatorId: number | null },
): Promise<string> {
  const id = newId();
  await tx.run('insert into screening_lists (id, org_id, name, description, creator_id) values ($1, $2, $3, $4, $5)', [
    id,
    orgId,
    list.name,
    list.description,
    list.creatorId,
  ]);
  return id;
}

export async function updateList(
  tx: Db,
  orgId: string,
  id: string,
  list: { name: string; description: string },
): Promise<void> {
  await tx.run(
    'update screening_lists set name = $3, description = $4, updated_at = now() where org_id = $1 and id = $2',
    [orgId, id, list.name, list.description],
  );
}

export async function deleteList(tx: Db, orgId: string, id: string): Promise<boolean> {
  return (await tx.run('delete from screening_lists where org_id = $1 and id = $2', [orgId, id])) > 0;
}

export const listVersions = (db: Db, orgId: string, listId: string, page: Page): Promise<Listed<VersionRow>> =>
  listPage(db, {
    columns: VERSION,
    from: 'screening_list_versions v',
    where: 'v.org_id = $1 and v.list_id = $2',
    order: 'v.number desc',
    values: [orgId, listId],
    page,
  });

export async function findVersion(
  db: Db,
  orgId: string,
  listId: string,
  number: number,
): Promise<VersionRow | undefined> {
  const rows = await db.query<VersionRow>(
    `select ${VERSION} from screening_list_versions v where v.org_id = $1 and v.list_id = $2 and v.number = $3`,
    [orgId, listId, number],
  );
  return rows[0];
}

export async function listHashes(tx: Db, orgId: string, listId: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ entry_id: string; hash: string }>(
    'select entry_id, hash from screening_entries where org_id = $1 and list_id = $2 and until_version is null',
    [orgId, listId],
  );
  return new Map(rows.map(({ entry_id: id, hash }) => [id, hash]));
}

const ROWS_AT_ONCE = 1_000;

export async function closeEntries(
  tx: Db,
  at: { orgId: string; listId: string; version: number },
  ids: string[],
): Promise<void> {
  await tx.run(
    `update screening_entries set until_version = $3
     where org_id = $1 and list_id = $2 and until_version is null and entry_id = any($4::text[])`,
    [at.orgId, at.listId, at.version, ids],
  );
}

export async function insertEntries(
  tx: Db,
  at: { orgId: string; listId: string; version: number },
  entries: ReadEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    await tx.run(
      `insert into screening_entries (list_id, entry_id, from_version, org_id, content, hash, keys)
       select $2::uuid, e.id, $3::int, $1::uuid, e.content, e.hash, e.keys
       from json_to_recordset($4::json) as e (id text, content jsonb, hash text, keys text[])`,
      [
        at.orgId,
        at.listId,
        at.version,
        JSON.stringify(
          entries
            .slice(from, from + ROWS_AT_ONCE)
            .map(({ content, hash, keys }) => ({ id: content.id, content, hash, keys })),
        ),
      ],
    );
  }
}

export async function insertVersion(
  tx: Db,
  at: { orgId: string; listId: string },
  version: Omit<VersionRow, 'created_at'> & { creatorId: number | null },
): Promise<void> {
  await tx.run(
    `insert into screening_list_versions (id, org_id, list_id, number, format, sha256, entry_count, added, changed, removed, creator_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      newId(),
      at.orgId,
      at.listId,
      version.number,
      version.format,
      version.sha256,
      version.entry_count,
      version.added,
      version.changed,
      version.removed,
      version.creatorId,
    ],
  );
  await tx.run(
    'update screening_lists set version = $3, entry_count = $4, updated_at = now() where org_id = $1 and id = $2',
    [at.orgId, at.listId, version.number, version.entry_count],
  );
}

/** The entries that share most words or sounds with a name. One more than the limit tells that there are others. */
export function findEntries(
  db: Db,
  orgId: string,
  { lists, keys, limit }: { lists: string[] | null; keys: string[]; limit: number },
): Promise<EntryRow[]> {
  return db.query<EntryRow>(
    `select e.list_id, l.version as list_version, e.content, e.hash
     from screening_entries e join screening_lists l on l.id = e.list_id
     where e.org_id = $1 and e.until_version is null and e.keys && $2::text[]
       and ($3::uuid[] is null or e.list_id = any($3::uuid[]))
     order by cardinality(array(select unnest(e.keys) intersect select unnest($2::text[]))) desc, e.list_id, e.entry_id
     limit $4::int`,
    [orgId, keys, lists, limit + 1],
  );
}

/** What was decided about a subject, and whether the entry is still the one that was seen. */
export async function findDecisions(db: Db, orgId: string, subjectKeys: string[]): Promise<DecisionRow[]> {
  return db.query<DecisionRow>(
    `select ${DECISION} from ${DECIDED} where d.org_id = $1 and d.subject_key = any($2::text[])`,
    [orgId, subjectKeys],
  );
}

const DECISION = `d.subject_key, d.list_id, d.entry_id, d.decision, d.reason, d.entry_hash, d.decided_at,
  coalesce(e.hash = d.entry_hash, false) as holds`;
const DECIDED = `screening_decisions d left join screening_entries e
  on e.list_id = d.list_id and e.entry_id = d.entry_id and e.until_version is null`;

export const listDecisions = (db: Db, orgId: string, page: Page): Promise<Listed<DecisionRow>> =>
  listPage(db, {
    columns: DECISION,
    from: DECIDED,
    where: 'd.org_id = $1',
    order: 'd.decided_at desc, d.subject_key, d.entry_id',
    values: [orgId],
    page,
  });

export async function findEntryHash(
  db: Db,
  orgId: string,
  listId: string,
  entryId: string,
): Promise<string | undefined> {
  const rows = await db.query<{ hash: string }>(
    'select hash from screening_entries where org_id = $1 and list_id = $2 and entry_id = $3 and until_version is null',
    [orgId, listId, entryId],
  );
  return rows[0]?.hash;
}

export async function putDecision(
  tx: Db,
  orgId: string,
  given: Pick<DecisionRow, 'subject_key' | 'list_id' | 'entry_id' | 'decision' | 'reason' | 'entry_hash'> & {
    creatorId: number | null;
  },
): Promise<Date> {
  const rows = await tx.query<{ decided_at: Date }>(
    `insert into screening_decisions (org_id, subject_key, list_id, entry_id, decision, reason, entry_hash, creator_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org_id, subject_key, list_id, entry_id) do update
       set decision = excluded.decision, reason = excluded.reason, entry_hash = excluded.entry_hash,
         creator_id = excluded.creator_id, decided_at = now()
     returning decided_at`,
    [
      orgId,
      given.subject_key,
      given.list_id,
      given.entry_id,
      given.decision,
      given.reason,
      given.entry_hash,
      given.creatorId,
    ],
  );
  return rows[0]!.decided_at;
}

/** The current versions of the organization's lists, or of some. */
export const listCurrentVersions = (
  db: Db,
  orgId: string,
  lists: string[] | null,
): Promise<{ id: string; version: number }[]> =>
  db.query(
    `select id, version from screening_lists where org_id = $1 and ($2::uuid[] is null or id = any ($2::uuid[])) order by id`,
    [orgId, lists],
  );

/** The entries of a list that are new or changed since a version, in the order of their ids. */
export const listEntriesSince = (
  db: Db,
  orgId: string,
  given: { listId: string; version: number; after: string; limit: number },
): Promise<(EntryRow & { keys: string[] })[]> =>
  db.query(
    `select e.list_id, l.version as list_version, e.content, e.hash, e.keys
     from screening_entries e join screening_lists l on l.id = e.list_id
     where e.org_id = $1 and e.list_id = $2 and e.until_version is null and e.from_version > $3 and e.entry_id > $4
     order by e.entry_id limit $5`,
    [orgId, given.listId, given.version, given.after, given.limit],
  );

/** How many entries of an earlier version the current one has no more. */
export async function countRemoved(db: Db, orgId: string, listId: string, version: number): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from screening_entries e
     where e.org_id = $1 and e.list_id = $2 and e.from_version <= $3 and e.until_version > $3
       and not exists (select from screening_entries n
         where n.list_id = e.list_id and n.entry_id = e.entry_id and n.until_version is null)`,
    [orgId, listId, version],
  );
  return rows[0]!.count;
}
