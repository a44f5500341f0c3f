import type { Database, Session } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { leaseLock } from './orphans.ts';

/** The connection of a lease, opened again when it is lost, and the session lock that it holds in the worker's name. */
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
      .catch((error) => log.debug({ err: error, event: 'lease.connect' }, 'no connection for the lease'))
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
      log.warn({ err: error, event: 'lease.cut' }, 'the connection of the lease was lost');
      options.onLost();
    });
    if (closed) return own.close();
    session = own;
    options.onOpen();
    await takeLock(own);
  }

  /** A connection of ours that PostgreSQL does not know to be dead may still hold it; or somebody has just tried it. */
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

    /** The connection as it is. One that is missing is opened meanwhile, a lock that is missing is tried again. */
    async use(): Promise<Session | undefined> {
      const own = session;
      if (own === undefined) void openOnce();
      else if (!isLocked) await takeLock(own).catch(() => undefined);
      return own;
    },

    /** It is of no use any more; the next one may be. */
    drop(own: Session): void {
      if (session === own) leave();
      void own.close();
    },

    /** The worker has another name now. */
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
