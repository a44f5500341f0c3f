import type { Db, Transactor } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type Finding, finding } from './finding.ts';
import { checkHashes } from './hashes.ts';
import { checkManifest } from './manifest.ts';
import { listAgain } from './runs-again.ts';
import { type Counted, takeSnapshot } from './snapshot.ts';
import { compareOwner } from './storage-owner.ts';

export type RestoreReport = { ok: boolean; findings: Finding[]; stored: Counted; named: number };

export type CheckOptions = {
  /** Reads all content and compares its hash. */
  hashes: boolean;
  manifest: string | undefined;
  graceDays: number;
  onProgress: (objects: number) => void;
};

/** Compares what the database names with what the storage has. Changes nothing. */
export async function checkRestore(db: Transactor, storage: Storage, options: CheckOptions): Promise<RestoreReport> {
  const findings = [await checkOwner(db, storage)];
  const { counted, named } = await db.tx(async (tx) => {
    const snapshot = await takeSnapshot(tx, storage, options.onProgress);
    findings.push(...(await compare(tx)));
    findings.push(...(await listSurplus(tx)));
    if (options.manifest !== undefined) findings.push(await checkManifest(tx, db, options.manifest));
    if (options.hashes) findings.push(await checkHashes(tx, storage));
    const [count] = await tx.query<{ named: number }>('select count(distinct key)::int as named from named');
    return { counted: snapshot.counted, named: count!.named };
  });
  findings.push(await listAgain(db));
  findings.push(await checkGrace(db, options.graceDays));
  return { ok: findings.every(({ ok }) => ok), findings, stored: counted, named };
}

async function checkOwner(db: Db, storage: Storage): Promise<Finding> {
  try {
    const rollback = await compareOwner(db, storage);
    if (rollback === undefined) return finding('Installation', 'database and storage belong together');
    return finding(
      'Installation',
      `database and storage belong together; the database was restored and goes back to ${rollback.databaseUntil} or a minute later; the storage was in use until ${rollback.storageUntil}`,
    );
  } catch (error) {
    return finding('Installation', 'the storage does not belong to this database', { fix: (error as Error).message });
  }
}

/** Finds content that a row names and that is missing or changed. */
async function compare(tx: Db): Promise<Finding[]> {
  const absent = 'not exists (select from stored s where s.key = n.key)';
  const kept = 'exists (select from deleted d where d.key = n.key)';
  const gone = await look(tx, `${absent} and not ${kept} and not n.lost`);
  const lost = await look(tx, `${absent} and not ${kept} and n.lost`);
  const back = await look(tx, `${absent} and ${kept}`);
  const differs = await look(tx, 'exists (select from stored s where s.key = n.key and s.size <> n.size)');
  return [
    finding('Missing content', describe(gone, 'no object that the database names is missing'), {
      ...gone,
      fix: 'Copy the objects from a backup of the storage. If there is none, run npx errand restore check --repair to mark the affected jobs.',
    }),
    finding('Deleted content', describe(back, 'no object that the database names was deleted'), {
      ...back,
      fix: 'Run npx errand restore check --repair to take them back from deleted/.',
    }),
    finding('Changed content', describe(differs, 'all sizes match the database'), {
      ...differs,
      fix: 'Copy these objects from a backup of the storage. Their size has changed since they were written.',
    }),
    ...(lost.count === 0 ? [] : [finding('Lost content', `${describe(lost, '')}; their jobs are marked`)]),
  ];
}

/** Counts objects that no row names. Unknown organizations are newer than the database, or of another installation. */
async function listSurplus(tx: Db): Promise<Finding[]> {
  const [row] = await tx.query<{ surplus: number; bytes: number; strange: number; organizations: string[] | null }>(
    `with surplus as (
       select key, size, (regexp_match(key, '^[a-z_-]+/([0-9a-f]{8}-[0-9a-f-]{27})[/.]'))[1] as org
       from stored s where not exists (select from named n where n.key = s.key)
         and not exists (select from worksheet_queries q where s.key like 'queries/%' and q.id::text = substr(split_part(s.key, '/', 3), 1, 36))
     )
     select count(*)::int as surplus, coalesce(sum(size), 0)::float8 as bytes,
            count(*) filter (where org is not null and not exists (select from organizations o where o.id::text = org))::int as strange,
            (array_agg(distinct org) filter (where org is not null and not exists (select from organizations o where o.id::text = org)))[1:5] as organizations
     from surplus`,
  );
  const { surplus, bytes, strange, organizations } = row!;
  const findings = [
    finding(
      'Surplus content',
      surplus === 0
        ? 'every object has a row'
        : `${surplus} objects (${bytes} bytes) that no row names, written after the restore point or left over; nothing to do, they are removed when they are a day old`,
    ),
  ];
  if (strange > 0) {
    findings.push(
      finding(
        'Other organizations',
        `${strange} of them belong to organizations that are not in this database: ${organizations!.join(', ')}; these were created after the restore point or belong to another installation`,
      ),
    );
  }
  return findings;
}

async function checkGrace(db: Db, graceDays: number): Promise<Finding> {
  const [row] = await db.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  if (row!.mode === 'off' || graceDays > 0) return finding('Grace period', `${graceDays} days`);
  return finding(
    'Grace period',
    'PostgreSQL archives its log, but deleted content is removed at once, so a restore to a time before the deletion will lack it. Set ERRAND_STORAGE_GRACE_DAYS to the number of days for which you keep the log',
  );
}

/** Enough examples for a report, which also has the full count. */
const ITEMS_MAX = 1_000;

type Looked = { count: number; items: { key: string; source: string }[] };

async function look(tx: Db, where: string): Promise<Looked> {
  const [row] = await tx.query<{ count: number }>(
    `select count(distinct key)::int as count from named n where ${where}`,
  );
  const items = await tx.query<{ key: string; source: string }>(
    `select distinct on (key) key, source from named n where ${where} order by key limit ${ITEMS_MAX}`,
  );
  return { count: row!.count, items };
}

const describe = ({ count, items }: Looked, none: string): string =>
  count === 0 ? none : `${count} objects, first ${items[0]!.key} (${items[0]!.source})`;
