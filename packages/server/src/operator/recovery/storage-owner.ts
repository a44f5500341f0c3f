import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Db, Transactor } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { ConfigError } from '../../config/config.ts';

// Database and storage belong together: both carry the id of the installation, and a mark that rises every minute, in
// the database first. So a storage of another installation is seen, and so is a database that is older than its storage.

export const markKey = 'installation.json';

export type Mark = { installation_id: string; number: number; at: string };
/** The database goes back to `databaseUntil` at least; the storage has seen it at `storageUntil`. */
export type Rollback = { databaseUntil: string; storageUntil: string };

export async function ensureInstallationId(db: Db): Promise<string> {
  await db.run(
    `insert into installation (name, value) values ('installation_id', $1::text) on conflict (name) do nothing`,
    [randomUUID()],
  );
  const [row] = await db.query<{ value: string }>(`select value from installation where name = 'installation_id'`);
  return row!.value;
}

/** What the storage says of its owner; undefined when nobody has marked it. */
export async function readMark(storage: Storage): Promise<Mark | undefined> {
  const found = await storage.get(markKey);
  if (found === undefined) return undefined;
  try {
    const mark = JSON.parse(await text(found.stream)) as Mark;
    if (typeof mark.installation_id === 'string' && Number.isSafeInteger(mark.number)) return mark;
  } catch {
    // Told below.
  }
  throw new ConfigError(
    `${markKey} in the storage cannot be read. Restore it, or run npx errand restore adopt if the storage belongs to this database.`,
  );
}

export async function readOwnMark(db: Db): Promise<{ number: number; at: string }> {
  const [row] = await db.query<{ value: string }>(`select value from installation where name = 'storage_mark'`);
  return row === undefined ? { number: 0, at: new Date(0).toISOString() } : JSON.parse(row.value);
}

/** Throws for a storage of another installation. Tells when the database is older than the storage. */
export async function compareOwner(db: Db, storage: Storage): Promise<Rollback | undefined> {
  const id = await ensureInstallationId(db);
  const [mark, own] = [await readMark(storage), await readOwnMark(db)];
  if (mark === undefined) return undefined;
  if (mark.installation_id !== id) throw foreignStorage(mark.installation_id, id);
  return mark.number > own.number ? { databaseUntil: own.at, storageUntil: mark.at } : undefined;
}

const foreignStorage = (theirs: string, ours: string): ConfigError =>
  new ConfigError(
    `The storage belongs to the installation ${theirs}, the database to ${ours}. Set ERRAND_STORAGE or DATABASE_URL to the pair that belongs together. If you put this pair together on purpose, run npx errand restore adopt.`,
  );

/** One process a minute gets a number; the others have nothing to do. */
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
  // After the commit: a storage that knows more than the database means that the database went back in time.
  await storage.put(markKey, Buffer.from(`${JSON.stringify({ installation_id, number: taken.number, at })}\n`));
  return true;
}

/**
 * After an import, which brought the id of where it comes from: the storage follows if nobody has marked it, or the empty
 * installation that was here before. Another one's stays, and the next start refuses it.
 */
export async function followImport(db: Transactor, storage: Storage, before: string | undefined): Promise<void> {
  const mark = await readMark(storage);
  if (mark === undefined || mark.installation_id === before) await adoptStorage(db, storage);
}

/** The operator says that this storage belongs to this database. */
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
