import type { Database, Session } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { leaseLock } from './orphans.ts';

/** The connection of a lease, which is reopened when lost, and the worker's session lock that it holds. */
export function createLeaseConnection(options: {
  database: Database;
  log: Logger;
  workerId(): string;
  onOpen(): void;
  onLost(): void;
}) {
  const { database, log } = options;
  let session: Session | undefined;
  let isLocked = false;
  let opening: Promise<void> | undefined;
  let closed = false;

  function leave(): void {
    session = undefined;
    isLocked = false;
  }

  function openOnce(): Promise<void> {
    opening ??= openOwn()
      .catch((error) => log.debug({ err: error, event: 'lease.connect' }, 'could not open the lease connection'))
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  async function openOwn(): Promise<void> {
    const own = await database.openSession((error) => {
      if (session !== own) return;
      leave();
      if (closed) return;
      log.warn({ err: error, event: 'lease.cut' }, 'the lease connection was lost');
      options.onLost();
    });
    if (closed) return own.close();
    session = own;
    options.onOpen();
    await takeLock(own);
  }

  /** Tries the lock. A dead connection of this worker may still hold it, or another worker is just testing it. */
  async function takeLock(own: Session): Promise<void> {
    const [row] = await own.query<{ held: boolean }>(`select pg_try_advisory_lock(${leaseLock('$1')}) as held`, [
      options.workerId(),
    ]);
    if (session === own) isLocked = row!.held;
  }

  return {
    isOpen: (): boolean => session !== undefined,
    hasLock: (): boolean => isLocked,

    async open(): Promise<Session | undefined> {
      if (session === undefined) await openOnce();
      return session;
    },

    /** Returns the current connection without waiting for a new one. Opens a missing one and retries a missing lock. */
    async use(): Promise<Session | undefined> {
      const own = session;
      if (own === undefined) void openOnce();
      else if (!isLocked) await takeLock(own).catch(() => undefined);
      return own;
    },

    /** Closes a connection that does not work; the next use opens another one. */
    drop(own: Session): void {
      if (session === own) leave();
      void own.close();
    },

    /** Moves the lock to the worker's new id. */
    async rename(): Promise<void> {
      isLocked = false;
      await session?.query('select pg_advisory_unlock_all()');
      if (session !== undefined) await takeLock(session);
    },

    async close(): Promise<void> {
      closed = true;
      const own = session;
      leave();
      await own?.close();
    },
  };
}
