// Connects one process to the cluster: to the running postmaster, or to one started here.
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { ensureCluster, ensurePassword, type Place } from './cluster.ts';
import { EmbeddedPostgresError, explainFailure } from './errors.ts';
import {
  boundLog,
  endOrphanedBackends,
  isPostmasterOf,
  type Launch,
  launchPostmaster,
  type RunningPostmaster,
  readPostmasterFile,
  removeStalePostmasterFile,
  stopPostmaster,
} from './postmaster.ts';
import { embeddedPostgresBinaries, findBinaries, findPrograms, refuseOtherMajor } from './programs.ts';
import { disconnect, enterCluster, leaveCluster, type NotEntered, type Purpose } from './session.ts';
import { prepareSocketDir } from './socket.ts';

export type Log = (level: 'info' | 'warn', message: string, fields?: object) => void;

type Joining = {
  place: Place;
  purpose: Purpose;
  log: Log;
  settings: Record<string, string>;
  /** The folder of the programs. Default: the npm package's. */
  binaries: string | undefined;
  /** The previous socket folder, so that the URL survives a restart. */
  socketDir: string | undefined;
  signal: AbortSignal;
};

export type Membership = { client: pg.Client; password: string; socketDir: string; port: number; adopted: boolean };

/** Longer than the slowest stop by another process. A recovery may take any time while its postmaster lives. */
const patienceMs = 30_000;
const orphanPatienceMs = 3_000;
const recoveryNoticeMs = 10_000;
const retryMs = 100;
/** If postgres is killed repeatedly (for example, out of memory), this is reported instead of starting it forever. */
const launchesMax = 10;
const pollMs = 10;

export async function joinCluster(joining: Joining): Promise<Membership> {
  const { place, log, signal } = joining;
  let launch: Launch | undefined;
  let noticedAt = Date.now();
  let waitingSince = Date.now();
  let launches = 0;
  try {
    for (; ; await setTimeout(pollMs)) {
      signal.throwIfAborted();
      const running = readPostmasterFile(place);
      const alive = running !== undefined && isPostmasterOf(running.pid, place);
      const answer = await tryToEnter(joining, running, alive);
      if (answer.state === 'entered') {
        return { ...answer.membership, adopted: running?.pid !== launch?.pid };
      }
      if (answer.state === 'refused') {
        // The process that holds the server lock uses the postmaster started here.
        launch = undefined;
        throw refusal(place, answer.holder);
      }
      if (answer.state === 'denied') throw wrongPassword(place);
      if (answer.state === 'full') throw explainFailure('No space left on device', place);

      if (answer.state === 'absent' && !alive && (launch === undefined || launch.hasExited())) {
        if (launch) await awaitTurn(joining, launch, { waitedMs: Date.now() - waitingSince, launches });
        launch = await startPostmaster(joining, running);
        launches++;
      }
      if (answer.state === 'starting') {
        waitingSince = Date.now();
        if (Date.now() - noticedAt > recoveryNoticeMs) {
          noticedAt = Date.now();
          log('info', 'PostgreSQL is still starting; after an unclean shutdown it recovers first', {
            pid: running?.pid,
          });
        }
      }
      if (Date.now() - waitingSince > patienceMs) throw unanswered(place, running);
    }
  } catch (error) {
    // Stops a postmaster that was started here and that no process uses.
    if (launch?.pid && !launch.hasExited()) await stopPostmaster(launch.pid, place);
    throw error;
  }
}

type Answer =
  | { state: 'entered'; membership: Omit<Membership, 'adopted'> }
  | { state: 'refused'; holder: string }
  | { state: NotEntered };

async function tryToEnter(joining: Joining, running: RunningPostmaster | undefined, alive: boolean): Promise<Answer> {
  if (!running) return { state: 'absent' };
  // Every attempt costs postgres a process, so we wait for its status file. Without a visible process we try the socket
  // anyway, because the postmaster may run in another container on the same folder.
  if (alive && running.status !== 'ready') return { state: running.status === 'stopping' ? 'busy' : 'starting' };
  const { place, purpose, log } = joining;
  const { socketDir, port } = running;
  const password = await ensurePassword(place);
  const outcome = await enterCluster({ socketDir, port, password, purpose });
  if (outcome.state === 'entered') {
    return { state: 'entered', membership: { client: outcome.client, password, socketDir, port } };
  }
  if (outcome.state === 'refused') {
    // Only warnings are logged: a cluster that is still in use is expected here, a postgres that does not stop is not.
    const warn: Log = (level, message, fields) => level === 'warn' && log(level, message, fields);
    await leave({ client: outcome.client, place, log: warn });
  }
  return outcome;
}

async function startPostmaster(joining: Joining, stale: RunningPostmaster | undefined): Promise<Launch> {
  const { place, settings } = joining;
  const native = joining.binaries === undefined ? embeddedPostgresBinaries() : await findBinaries(joining.binaries);
  const programs = await findPrograms({ native, place, account: place.account });
  if (joining.binaries !== undefined) refuseOtherMajor(joining.binaries, programs);
  await ensurePassword(place);
  await ensureCluster(place, programs);
  if (stale) await removeStalePostmasterFile(place, stale);
  boundLog(place);
  const socketDir = await prepareSocketDir(place, joining.socketDir);
  return launchPostmaster({ place, programs, socketDir, settings });
}

/**
 * Returns when another attempt makes sense: another process was faster, or stopped the postmaster started here before
 * we connected, or the backends of a dead postmaster are still running. Throws if postgres failed to start.
 */
async function awaitTurn(joining: Joining, launch: Launch, tried: { waitedMs: number; launches: number }) {
  const { place, log } = joining;
  const said = await launch.said();
  const lingers = /pre-existing shared memory block/.test(said);
  const interfered = launch.wasEnded() && tried.launches < launchesMax;
  if (!lingers && !interfered && !/lock file .* (already exists|is empty)/.test(said)) {
    log('warn', 'PostgreSQL did not start', { log: said.trim().split('\n').slice(-10) });
    throw explainFailure(said, place);
  }
  if (lingers && tried.waitedMs > orphanPatienceMs) {
    const ended = endOrphanedBackends(place);
    if (ended > 0) log('warn', 'killed processes that a crashed PostgreSQL left behind', { ended });
  }
  await setTimeout(retryMs);
}

function refusal(place: Place, holder: string): EmbeddedPostgresError {
  const message = `Another errand server is already running on ${place.dataDir} (${holder}). Stop it first, or choose another folder with ERRAND_DATA_DIR.`;
  return new EmbeddedPostgresError(message);
}

function wrongPassword(place: Place): EmbeddedPostgresError {
  const message = `The database in ${place.cluster} refuses the password in ${place.passwordFile}. Restore the password file that belongs to the database.`;
  return new EmbeddedPostgresError(message);
}

function unanswered(place: Place, running: RunningPostmaster | undefined): EmbeddedPostgresError {
  const who = running ? `PostgreSQL (process ${running.pid})` : 'PostgreSQL';
  const message = `${who} on ${place.dataDir} does not respond. See ${place.logFile}, stop that process, then start again.`;
  return new EmbeddedPostgresError(message);
}

/** Leaves the cluster. The last process to leave stops postgres. */
export async function leave(options: { client: pg.Client; place: Place; log: Log }): Promise<void> {
  const { client, place, log } = options;
  if (await leaveCluster(client)) {
    const pid = readPostmasterFile(place)?.pid ?? 0;
    if (!isPostmasterOf(pid, place)) log('warn', 'PostgreSQL keeps running: its process is not visible from here');
    else if (await stopPostmaster(pid, place)) log('info', 'PostgreSQL stopped', { pid });
    else log('warn', 'PostgreSQL keeps running: it ignored all stop signals', { pid });
  } else {
    log('info', 'PostgreSQL keeps running for other processes');
  }
  await disconnect(client);
}
