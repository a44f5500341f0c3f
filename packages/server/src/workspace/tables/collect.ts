import type { Db } from '#platform/db.ts';
import { isUuid } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';

const UUID_CHARACTERS = 36;

/**
 * Deletes segments that no table and no running query references, abandoned uploads, and results of deleted queries.
 * Recent objects are kept, because a reference may be about to be written. A statement without agent calls stores its
 * pins nowhere and may wait for its slot, so a segment is deleted only if a pass an hour before also found it
 * unreferenced. Safe to run concurrently.
 */
export function createCollector({ db, storage }: { db: Db; storage: Storage }) {
  let unnamed = new Map<string, number>();

  async function collect({ olderThanMs, unnamedForMs }: { olderThanMs: number; unnamedForMs: number }) {
    const now = Date.now();
    const still = new Map<string, number>();
    let removed = 0;
    for (const [prefix, findNamed] of [
      ['tables/', findNamedSegments],
      ['queries/', findNamedResults],
      ['uploads/', findNamedUploads],
    ] as const) {
      const old: string[] = [];
      for await (const { key, modifiedAt } of storage.list(prefix))
        if (modifiedAt.getTime() < now - olderThanMs) old.push(key);
      for (let at = 0; at < old.length; at += 500) {
        const keys = old.slice(at, at + 500);
        const named = await findNamed(db, keys);
        for (const key of keys) {
          if (named.has(key)) continue;
          const since = unnamed.get(key) ?? now;
          if (prefix === 'tables/' && now - since < unnamedForMs) still.set(key, since);
          else if (await storage.delete(key)) removed += 1;
        }
      }
    }
    unnamed = still;
    return removed;
  }

  return { collect };
}

const orgsOf = (keys: string[]): string[] => [...new Set(keys.map((key) => key.split('/')[1]!))];

async function findNamedSegments(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    `select s->>'key' as key from workspace_tables t, json_array_elements(t.segments) s where t.org_id::text = any($1::text[])
      union select s->>'key' from worksheet_queries q, json_array_elements(q.progress->'pins') p, json_array_elements(p->'segments') s
        where q.org_id::text = any($1::text[]) and q.status in ('PENDING', 'STARTED') and q.progress is not null
      -- A truncated result can be exported whole for a day.
      union select s->>'key' from worksheet_queries q, json_array_elements(q.statements) r, json_array_elements(r->'pins') p,
          json_array_elements(p->'segments') s
        where q.org_id::text = any($1::text[]) and (q.finished_at is null or q.finished_at > now() - interval '1 day')
          and q.created_at > now() - interval '9 days'`,
    [orgsOf(keys)],
  );
  return new Set(rows.map((row) => row.key));
}

/** Results are kept as long as their query is. */
async function findNamedResults(db: Db, keys: string[]): Promise<Set<string>> {
  const idOf = (key: string): string => key.split('/')[2]!.slice(0, UUID_CHARACTERS);
  const ids = [...new Set(keys.map(idOf))];
  const rows = await db.query<{ id: string }>('select id::text from worksheet_queries where id = any($1::uuid[])', [
    ids.filter(isUuid),
  ]);
  const kept = new Set(rows.map((row) => row.id));
  return new Set(keys.filter((key) => kept.has(idOf(key))));
}

async function findNamedUploads(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    `select storage_key as key from table_uploads where storage_key = any($1::text[]) and status in ('PENDING', 'IMPORTING')
      and (status = 'IMPORTING' or expires_at > now())`,
    [keys],
  );
  return new Set(rows.map((row) => row.key));
}
