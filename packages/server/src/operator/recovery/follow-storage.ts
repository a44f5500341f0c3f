import { insertAudit } from '#orgs/audit.ts';
import type { Database, Transactor } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createPeriodic } from '#platform/periodic.ts';
import { removeExpired } from '#platform/storage/grace.ts';
import { type Storage, StorageError } from '#platform/storage/storage.ts';
import { compareOwner, markStorage, type Rollback } from './storage-owner.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Runs before the service starts. Refuses the storage of another installation, and reports a database that was restored
 * to an earlier time. A storage that does not respond does not prevent the start; the next mark checks again.
 */
export async function meetStorage(db: Transactor, storage: Storage, log: Logger): Promise<Rollback | undefined> {
  try {
    const rollback = await compareOwner(db, storage, () =>
      log.error(
        { event: 'storage.lost' },
        'the storage has no mark of this installation: it is new, or its files are gone; see docs/recovery.md',
      ),
    );
    if (rollback !== undefined) await recordRestore(db, rollback, log);
    await markStorage(db, storage, { always: true });
    return rollback;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.warn({ event: 'storage.owner', err: error }, 'the owner of the storage could not be read');
    return undefined;
  }
}

/** Reports a restore in the log, in the installation table, and in the audit log of every organization. */
async function recordRestore(db: Transactor, rollback: Rollback, log: Logger): Promise<void> {
  const { databaseUntil, storageUntil } = rollback;
  log.warn(
    { event: 'database.restored', databaseUntil, storageUntil },
    'the database is older than its storage: it was restored to an earlier time; see docs/recovery.md',
  );
  await db.tx(async (tx) => {
    await tx.run(
      `insert into installation (name, value) values ('last_restore', $1::text)
       on conflict (name) do update set value = excluded.value`,
      [JSON.stringify({ noticed_at: new Date().toISOString(), ...rollback })],
    );
    const organizations = await tx.query<{ id: string }>('select id from organizations order by id');
    for (const { id } of organizations) {
      await insertAudit(tx, 'operator', {
        orgId: id,
        action: 'installation.restored',
        targetType: 'organization',
        targetId: id,
        detail: { database_until: databaseUntil, storage_until: storageUntil },
      });
    }
  });
}

/** Marks the storage every minute, and removes deleted content whose grace period is over. */
export function followStorage(options: { database: Database; storage: Storage; graceDays: number; log: Logger }) {
  const { database, storage, graceDays, log } = options;
  const { every, stop } = createPeriodic(log, 'storage');
  return {
    start(): void {
      every(MINUTE_MS, 'mark', () => markStorage(database.system, storage));
      every(6 * HOUR_MS, 'expired', () => removeExpired(storage, graceDays));
    },
    stop,
  };
}
