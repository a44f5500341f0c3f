// Gets one opener into the cluster: into the postmaster that runs, or into one started here.
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
import { embeddedPostgresBinaries, findPrograms } from './programs.ts';
import { enterCluster, leaveCluster, type Purpose } from './session.ts';
import { chooseSocketDir } from './socket.ts';

export type Log = (level: 'info' | 'warn', message: string, fields?: object) => void;

export type Joining = {
  place: Place;
  purpose: Purpose;
  log: Log;
  settings: Record<string, string>;
  /** The folder of the programs, unless it is the one of the npm package. */
  binaries: string | undefined;
  /** Where the socket was before, so that the URL stays the same over a restart. */
  socketDir: string | undefined;
  signal: AbortSignal;
};

export type Membership = { client: pg.Client; password: string; socketDir: string; port: number; adopted: boolean };

/** Longer than another opener's slowest stop. A recovery may take any time, as long as its postmaster lives. */
const patienceMs = 30_000;
const orphanPatienceMs = 3_000;
const recoveryNoticeMs = 10_000;
const pollMs = 10;

export async function joinCluster(joining: Joining): Promise<Membership> {
  const { place, signal } = joining;
  let launch: Launch | undefined;
  let noticed = Date.now();
  let lastProgress = Date.now();
  try {
    for (;;) {
      signal.throwIfAborted();
      const running = readPostmasterFile(place);
      const alive = running !== undefined && isPostmasterOf(running.pid, place);
      const answer = await tryToEnter(joining, running, alive);
      if (typeof answer === 'object') return { ...answer, adopted: running?.pid !== launch?.pid };

      if (answer === 'absent' && !alive && (launch === undefined || launch.hasExited())) {
        if (launch) await explainExit(joining, launch, Date.now() - lastProgress);
        launch = await startPostmaster(joining, running);
      } else if (answer === 'starting') {
        lastProgress = Date.now();
        if (Date.now() - noticed > recoveryNoticeMs) {
          noticed = Date.now();
          joining.log('info', 'PostgreSQL is still starting: it recovers what was not yet in its files', {
            pid: running?.pid,
          });
        }
      }
      if (Date.now() - lastProgress > patienceMs) throw unanswered(place, running);
      await setTimeout(pollMs);
    }
  } catch (error) {
    // Started here and of no use to anybody: do not leave it behind.
    if (launch?.pid && !launch.hasExited()) await stopPostmaster(launch.pid, place);
    throw error;
  }
}

async function tryToEnter(joining: Joining, running: RunningPostmaster | undefined, alive: boolean) {
  if (!running) return 'absent';
  // Every attempt costs postgres a process, so its own word is awaited. Without a process that we can see the
  // socket is asked all the same: the postmaster may run in another container on the same folder.
  if (alive && running.status !== 'ready') return running.status === 'stopping' ? 'busy' : 'starting';
  const { place, purpose, log } = joining;
  const { socketDir, port } = running;
  const password = await ensurePassword(place);
  const outcome = await enterCluster({ socketDir, port, password, purpose });
  if (outcome.state === 'entered') return { client: outcome.client, password, socketDir, port };
  if (outcome.state !== 'refused') return outcome.state;
  await leave({ client: outcome.client, place, log });
  const message = `Another errand server is already running on ${place.dataDir} (${outcome.holder}). Stop it first, or choose another folder with ERRAND_DATA_DIR.`;
  throw new EmbeddedPostgresError(message);
}

async function startPostmaster(joining: Joining, stale: RunningPostmaster | undefined): Promise<Launch> {
  const { place, settings } = joining;
  const native = joining.binaries ?? embeddedPostgresBinaries();
  const programs = await findPrograms({ native, place, account: place.account });
  await ensurePassword(place);
  await ensureCluster(place, programs);
  if (stale) await removeStalePostmasterFile(place, stale);
  await boundLog(place);
  const socketDir = joining.socketDir ?? (await chooseSocketDir(place));
  return launchPostmaster({ place, programs, socketDir, settings });
}

/** Returns when another try makes sense: somebody else was faster, or the dead postmaster's backends linger. */
async function explainExit(joining: Joining, launch: Launch, waitedMs: number): Promise<void> {
  const { place, log } = joining;
  const said = await launch.said();
  if (/lock file .* already exists|lock file .* is empty/.test(said)) return;
  if (/pre-existing shared memory block/.test(said)) {
    if (waitedMs < orphanPatienceMs) return;
    const ended = endOrphanedBackends(place);
    if (ended > 0) log('warn', 'ended processes that a killed PostgreSQL left behind', { ended });
    return;
  }
  log('warn', 'PostgreSQL did not start', { log: said.trim().split('\n').slice(-10) });
  throw explainFailure(said, place);
}

function unanswered(place: Place, running: RunningPostmaster | undefined): EmbeddedPostgresError {
  const who = running ? `PostgreSQL (process ${running.pid})` : 'PostgreSQL';
  const message = `${who} on ${place.dataDir} does not answer. Look at ${place.logFile}, stop that process, then start again.`;
  return new EmbeddedPostgresError(message);
}

/** The last one out stops postgres. */
export async function leave(options: { client: pg.Client; place: Place; log: Log }): Promise<void> {
  const { client, place, log } = options;
  if (await leaveCluster(client)) {
    const pid = readPostmasterFile(place)?.pid ?? 0;
    if (!isPostmasterOf(pid, place)) log('warn', 'PostgreSQL keeps running: its process cannot be seen from here');
    else if (await stopPostmaster(pid, place)) log('info', 'PostgreSQL stopped', { pid });
    else log('warn', 'PostgreSQL keeps running: it ignored every signal to stop', { pid });
  } else {
    log('info', 'PostgreSQL left running for others who use it');
  }
  await client.end().catch(() => undefined);
}
