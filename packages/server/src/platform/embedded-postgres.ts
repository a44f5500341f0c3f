// Runs a private PostgreSQL for one data folder, from the binaries of the npm package. Several processes may open the
// same folder: the first one starts postgres, the last one stops it, and a killed one leaves it to the next. All of
// them share one advisory lock, "in use". The one server process holds another.
import { setTimeout } from 'node:timers/promises';
import { archiveSettings } from './embedded-postgres/archive.ts';
import { preparePlace } from './embedded-postgres/cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres/errors.ts';
import { joinCluster, type Log, leave, type Membership } from './embedded-postgres/join.ts';
import { boundLog, isPostmasterOf, readPostmasterFile, sendSignal } from './embedded-postgres/postmaster.ts';
import { embeddedPostgresBinaries } from './embedded-postgres/programs.ts';
import { databaseUrl, type Purpose } from './embedded-postgres/session.ts';

export { EmbeddedPostgresError, embeddedPostgresBinaries };

export type EmbeddedPostgres = {
  /** The address of the database `errand`, through a socket. Stays the same when postgres is restarted. */
  url: string;
  /** Whether a running postmaster was found, instead of started. */
  adopted: boolean;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Only one server may run at a time. Operator commands may run beside it. */
  purpose: Purpose;
  log?: Log;
  /** Additional PostgreSQL settings. They apply only if this call starts it. */
  settings?: Record<string, string>;
  /** The folder with PostgreSQL's bin, lib and share, or that bin. Default: the npm package's. */
  binaries?: string | undefined;
  /** The folder for copies of the log (WAL). */
  walArchive?: string | undefined;
};

/** The restart delay grows with the number of exits within this time. */
const restlessMs = 60_000;
const restartDelayMaxMs = 10_000;
const inspectionMs = 1_000;

export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { purpose, log = () => undefined, binaries, walArchive } = options;
  const place = await preparePlace(options.dataDir);
  const archive = walArchive === undefined ? {} : await archiveSettings(walArchive, place.account);
  const settings = { ...archive, ...options.settings };
  const stopping = new AbortController();
  const { signal } = stopping;
  const join = (socketDir?: string) => joinCluster({ place, purpose, log, settings, binaries, socketDir, signal });

  const startedAt = Date.now();
  const first = await join();
  log('info', first.adopted ? 'using the PostgreSQL that was already running' : 'PostgreSQL started', {
    dataDir: place.dataDir,
    ms: Date.now() - startedAt,
  });

  let current: Membership | undefined = first;
  let restarting: Promise<void> | undefined;
  let deaths: number[] = [];
  watch(first);

  // The dedicated connection reports an exit of postgres at once, whether it is our child or not.
  function watch(membership: Membership): void {
    membership.client.once('end', () => {
      current = undefined;
      if (!signal.aborted) restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    log('warn', 'lost the connection to PostgreSQL; restarting it');
    while (!signal.aborted) {
      const delayMs = restartDelayMs();
      if (deaths.length > 2) {
        const fields = { timesInLastMinute: deaths.length, nextTryMs: delayMs, logFile: place.logFile };
        log('warn', 'PostgreSQL keeps exiting; see its log', fields);
      }
      try {
        await setTimeout(delayMs, undefined, { signal });
        const membership = await join(first.socketDir);
        current = membership;
        watch(membership);
        log('info', 'PostgreSQL is back', { adopted: membership.adopted });
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof EmbeddedPostgresError) log('warn', error.message);
        else log('warn', 'could not start PostgreSQL', { error });
      }
    }
  }

  function restartDelayMs(): number {
    const now = Date.now();
    deaths = [...deaths.filter((time) => now - time < restlessMs), now];
    return deaths.length === 1 ? 0 : Math.min(restartDelayMaxMs, 100 * 2 ** (deaths.length - 2));
  }

  // After a SIGTERM from outside, postgres refuses new connections and waits for the last one to end, which never
  // happens. This makes it a fast shutdown, after which postgres is started again. Our own stops never get here,
  // because they begin only when no process holds the lock.
  function inspect(): void {
    try {
      boundLog(place);
      const running = readPostmasterFile(place);
      if (!current || running?.status !== 'stopping' || !isPostmasterOf(running.pid, place)) return;
      log('warn', 'another process told PostgreSQL to stop; restarting it', { pid: running.pid });
      sendSignal(running.pid, 'SIGINT');
    } catch (error) {
      log('warn', 'could not inspect PostgreSQL', { error });
    }
  }
  const inspection = purpose === 'server' ? setInterval(inspect, inspectionMs).unref() : undefined;

  async function leaveOnce(): Promise<void> {
    stopping.abort();
    clearInterval(inspection);
    await restarting;
    if (current) await leave({ client: current.client, place, log });
  }
  let left: Promise<void> | undefined;
  return {
    url: databaseUrl(first),
    adopted: first.adopted,
    stop: () => {
      left ??= leaveOnce();
      return left;
    },
  };
}
