import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';

const RESULT_DAYS = 30;

/**
 * Removes segments that no table and no running query names, uploads that nobody completed, and results of old queries.
 * Younger objects may be about to be named. Safe side by side with itself.
 */
export async function collectSegments(
  db: Db,
  storage: Storage,
  { olderThanMs }: { olderThanMs: number },
): Promise<number> {
  let removed = 0;
  const before = Date.now() - olderThanMs;
  for (const [prefix, findNamed] of [
    ['tables/', findNamedSegments],
    ['queries/', findNamedResults],
    ['uploads/', findNamedUploads],
  ] as const) {
    const old: string[] = [];
    for await (const { key, modifiedAt } of storage.list(prefix)) if (modifiedAt.getTime() < before) old.push(key);
    for (let at = 0; at < old.length; at += 500) {
      const keys = old.slice(at, at + 500);
      const named = await findNamed(db, keys);
      for (const key of keys) if (!named.has(key) && (await storage.delete(key))) removed += 1;
    }
  }
  return removed;
}

const orgsOf = (keys: string[]): string[] => [...new Set(keys.map((key) => key.split('/')[1]!))];

async function findNamedSegments(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    `select s->>'key' as key from workspace_tables t, json_array_elements(t.segments) s where t.org_id::text = any($1::text[])
      union select s->>'key' from worksheet_queries q, json_array_elements(q.progress->'pins') p, json_array_elements(p->'segments') s
        where q.org_id::text = any($1::text[]) and q.status in ('PENDING', 'STARTED') and q.progress is not null`,
    [orgsOf(keys)],
  );
  return new Set(rows.map((row) => row.key));
}

/** Results are kept for a month; those of unfinished queries in any case. */
async function findNamedResults(db: Db, keys: string[]): Promise<Set<string>> {
  const ids = [...new Set(keys.map((key) => key.split('/')[2]!))];
  const rows = await db.query<{ id: string }>(
    `select id::text from worksheet_queries where id::text = any($1::text[])
      and (finished_at is null or finished_at > now() - interval '${RESULT_DAYS} days')`,
    [ids],
  );
  const kept = new Set(rows.map((row) => row.id));
  return new Set(keys.filter((key) => kept.has(key.split('/')[2]!)));
}

async function findNamedUploads(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    `select storage_key as key from table_uploads where storage_key = any($1::text[]) and status in ('PENDING', 'IMPORTING')
      and (status = 'IMPORTING' or expires_at > now())`,
    [keys],
  );
  return new Set(rows.map((row) => row.key));
}
