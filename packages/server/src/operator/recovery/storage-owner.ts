import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Db, Transactor } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { ConfigError } from '../../config/config.ts';

// Database and storage belong together: both carry the id of the installation, and a mark that rises every minute, in
// the database first. This reveals the storage of another installation, and a database that is older than its storage.

export const markKey = 'installation.json';

export type Mark = { installation_id: string; number: number; at: string };
/** The database is of `databaseUntil` or a minute later; the storage was in use until `storageUntil`. */
export type Rollback = { databaseUntil: string; storageUntil: string };

export async function ensureInstallationId(db: Db): Promise<string> {
  await db.run(
    `insert into installation (name, value) values ('installation_id', $1::text) on conflict (name) do nothing`,
    [randomUUID()],
  );
  const [row] = await db.query<{ value: string }>(`select value from installation where name = 'installation_id'`);
  return row!.value;
}

/** Returns the owner's mark in the storage, or undefined if there is none. */
export async function readMark(storage: Storage): Promise<Mark | undefined> {
  const found = await storage.get(markKey);
  if (found === undefined) return undefined;
  try {
    const mark = JSON.parse(await text(found.stream)) as Mark;
    if (typeof mark.installation_id === 'string' && Number.isSafeInteger(mark.number)) return mark;
  } catch {
    // Reported below.
  }
  throw new ConfigError(
    `${markKey} in the storage cannot be read. Restore it, or run npx errand restore adopt if the storage belongs to this database.`,
  );
}

export async function readOwnMark(db: Db): Promise<{ number: number; at: string }> {
  const [row] = await db.query<{ value: string }>(`select value from installation where name = 'storage_mark'`);
  return row === undefined ? { number: 0, at: new Date(0).toISOString() } : JSON.parse(row.value);
}

/**
 * Throws if the storage is another installation's. Returns a rollback if the database is older than the storage. Calls
 * `onLost` if the storage has no mark although the database has marked one.
 */
export async function compareOwner(db: Db, storage: Storage, onLost?: () => void): Promise<Rollback | undefined> {
  const id = await ensureInstallationId(db);
  const [mark, own] = [await readMark(storage), await readOwnMark(db)];
  if (mark === undefined) {
    if (own.number > 0) onLost?.();
    return undefined;
  }
  if (mark.installation_id !== id) throw foreignStorage(mark.installation_id, id);
  return mark.number > own.number ? { databaseUntil: own.at, storageUntil: mark.at } : undefined;
}

const foreignStorage = (theirs: string, ours: string): ConfigError =>
  new ConfigError(
    `The storage belongs to the installation ${theirs}, the database to ${ours}. Correct ERRAND_STORAGE or DATABASE_URL. If you combined them on purpose, run npx errand restore adopt.`,
  );

/** One process per minute gets a number; the others do nothing. */
const TAKE_NUMBER = `
  insert into installation as i (name, value)
  values ('storage_mark', json_build_object('number', $1::bigint + 1, 'at', $2::text)::text)
  on conflict (name) do update set value = json_build_object(
      'number', greatest((i.value::json->>'number')::bigint, $1::bigint) + 1, 'at', $2::text)::text
    where $3::boolean or (i.value::json->>'at')::timestamptz < clock_timestamp() - interval '55 seconds'
  returning (value::json->>'number')::int as number`;

/** Marks the storage as this database's. Without `always`, only when the last mark is a minute old. */
export async function markStorage(db: Db, storage: Storage, { always = false } = {}): Promise<boolean> {
  const installation_id = await ensureInstallationId(db);
  const mark = await readMark(storage);
  if (mark !== undefined && mark.installation_id !== installation_id) {
    throw foreignStorage(mark.installation_id, installation_id);
  }
  return writeMark(db, storage, { installation_id, past: mark?.number ?? 0, always });
}

async function writeMark(
  db: Db,
  storage: Storage,
  { installation_id, past, always }: { installation_id: string; past: number; always: boolean },
): Promise<boolean> {
  const [clock] = await db.query<{ now: Date }>('select clock_timestamp() as now');
  const at = clock!.now.toISOString();
  const [taken] = await db.query<{ number: number }>(TAKE_NUMBER, [past, at, always]);
  if (taken === undefined) return false;
  // Written after the commit, so a higher number in the storage means that the database went back in time.
  await storage.put(markKey, Buffer.from(`${JSON.stringify({ installation_id, number: taken.number, at })}\n`));
  return true;
}

/**
 * Adopts the storage after an import, which brings the installation id of its source. Only an unmarked storage, or one
 * that the empty installation here has marked, is adopted; the next start refuses any other.
 */
export async function followImport(db: Transactor, storage: Storage, before: string | undefined): Promise<void> {
  const mark = await readMark(storage);
  if (mark === undefined || mark.installation_id === before) await adoptStorage(db, storage);
}

/** Marks the storage as this database's, because the operator says that they belong together. */
export async function adoptStorage(db: Transactor, storage: Storage): Promise<{ id: string; before: string | null }> {
  const installation_id = await ensureInstallationId(db);
  const mark = await readMark(storage).catch((error: unknown) => {
    if (error instanceof ConfigError) return undefined;
    throw error;
  });
  const past = mark?.number ?? 0;
  await writeMark(db, storage, { installation_id, past, always: true });
  return { id: installation_id, before: mark?.installation_id ?? null };
}
