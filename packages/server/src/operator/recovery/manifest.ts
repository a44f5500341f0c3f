import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '#platform/db.ts';
import { deletedPrefix } from '#platform/storage/grace.ts';
import { type Storage, temporaryPrefix } from '#platform/storage/storage.ts';
import { version } from '../../config/version.ts';
import { type Finding, finding, RecoveryError } from './finding.ts';
import { hashOf } from './hashes.ts';
import { ensureInstallationId, markKey } from './storage-owner.ts';

// The manifest of a storage, lines of JSON: a header with the installation, PostgreSQL's time and log position; a line
// for each object; and an end with count and hash, without which it is not complete.

const FORMAT = 'errand-manifest';

export type ManifestEnd = { objects: number; bytes: number; sha256: string };
type Header = {
  format: string;
  format_version: 1;
  installation_id: string;
  taken_at: string;
  wal_position: string | null;
};
type Entry = { key: string; size: number; modified_at: string; sha256?: string };

export async function writeManifest(
  db: Db,
  storage: Storage,
  target: Writable,
  { hashes, onProgress }: { hashes: boolean; onProgress: (objects: number) => void },
): Promise<ManifestEnd> {
  const end: ManifestEnd = { objects: 0, bytes: 0, sha256: '' };
  const header = await readHeader(db);
  async function* lines(): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const line = (value: object): string => {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      return text;
    };
    yield line({ ...header, errand_version: version });
    for await (const { key, size, modifiedAt } of storage.list('')) {
      if (!isContent(key)) continue;
      const sha256 = hashes ? await hashOf(storage, key) : undefined;
      yield line({ key, size, modified_at: modifiedAt.toISOString(), ...(sha256 !== undefined && { sha256 }) });
      end.objects += 1;
      end.bytes += size;
      if (end.objects % 1_000 === 0) onProgress(end.objects);
    }
    end.sha256 = hash.digest('hex');
    yield `${JSON.stringify({ end })}\n`;
  }
  await pipeline(lines(), target);
  return end;
}

const isContent = (key: string): boolean =>
  key !== markKey && !key.startsWith(temporaryPrefix) && !key.startsWith(deletedPrefix);

async function readHeader(db: Db): Promise<Header> {
  const [row] = await db.query<{ now: Date; at: string | null }>(
    `select clock_timestamp() as now, case when pg_is_in_recovery() then null else pg_current_wal_lsn()::text end as at`,
  );
  return {
    format: FORMAT,
    format_version: 1,
    installation_id: await ensureInstallationId(db),
    taken_at: row!.now.toISOString(),
    wal_position: row!.at,
  };
}

/** Compares a manifest with the snapshot's table of what is stored. */
export async function checkManifest(tx: Db, db: Db, path: string): Promise<Finding> {
  await tx.run('create temp table listed (key text, size bigint) on commit drop');
  const header = await load(path, (entries) =>
    tx.run('insert into listed select key, size from unnest($1::text[], $2::bigint[]) as l (key, size)', [
      entries.map(({ key }) => key),
      entries.map(({ size }) => size),
    ]),
  );
  const id = await ensureInstallationId(db);
  if (header.installation_id !== id) {
    throw new RecoveryError(
      `${path} is a manifest of the installation ${header.installation_id}, but this is ${id}. Use a manifest of this installation.`,
    );
  }
  const [row] = await tx.query<{ missing: number; changed: number; first: string | null }>(
    `select count(*) filter (where s.key is null)::int as missing, count(*) filter (where s.size <> l.size)::int as changed,
            min(l.key) filter (where s.key is null or s.size <> l.size) as first
     from listed l left join stored s on s.key = l.key`,
  );
  const { missing, changed, first } = row!;
  if (missing + changed === 0) return finding('Manifest', `everything listed at ${header.taken_at} is there`);
  const detail = `of the objects listed at ${header.taken_at}, ${missing} are missing and ${changed} have another size, first ${first}`;
  // Not a fault: objects that no row names may be removed, and the comparison with the database reports the others.
  return finding('Manifest', `${detail}; objects that the database does not name may have been removed since`);
}

async function load(path: string, keep: (entries: Entry[]) => Promise<unknown>): Promise<Header> {
  const incomplete = (): RecoveryError =>
    new RecoveryError(`${path} is not a complete manifest. Create it again with npx errand backup manifest.`);
  const hash = createHash('sha256');
  let header: Header | undefined;
  let ended = false;
  let batch: Entry[] = [];
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const value = readLine(text) as (Entry & { end?: ManifestEnd }) | undefined;
    if (value === undefined || ended) throw incomplete();
    if (header === undefined) {
      header = value as unknown as Header;
      if (header.format !== FORMAT) throw incomplete();
    } else if (value.end !== undefined) {
      if (value.end.sha256 !== hash.digest('hex')) throw incomplete();
      ended = true;
      continue;
    } else batch.push(value);
    hash.update(`${text}\n`);
    if (batch.length < 5_000) continue;
    await keep(batch);
    batch = [];
  }
  if (header === undefined || !ended) throw incomplete();
  await keep(batch);
  return header;
}

function readLine(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
