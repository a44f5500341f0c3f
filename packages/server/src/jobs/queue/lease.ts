import type { Database, Session } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { WORKER_SILENCE_SECONDS_MAX } from '../record/model.ts';
import type { ClaimMarks } from './claim-marks.ts';
import { createHeartbeatClock, moment } from './heartbeat-clock.ts';
import { createLeaseConnection } from './lease-connection.ts';
import { beat, deleteWorker, type Heartbeat, insertWorker } from './workers.ts';

// The registration of this process, which other workers remove when it is dead. Heartbeats go over a connection that
// nothing else uses. They name the claims that run here, and the connection holds a session lock that ends with the
// process. A process that finds itself removed registers under a new id, and its old claims are void.

export type Lease = ReturnType<typeof createLease>;

const LEASE_MS = WORKER_SILENCE_SECONDS_MAX * 1_000;
const POOL_ANSWER_MS_MAX = 5_000;

export function createLease(options: {
  database: Database;
  log: Logger;
  role: string;
  concurrency: number;
  version: string;
  /** What this process has for running jobs, as JSON. */
  capabilities: string;
  marks: ClaimMarks;
  /** Returns the claims that run here. */
  claims(): number[];
  /** Called when the registration was removed: jobs claimed under the old id have other owners. */
  onLost(): void;
}) {
  const { database, log, role, concurrency, version, capabilities, marks } = options;
  let id = newId();
  let ended = false;
  /** Whether this worker is draining, as the last heartbeat returned. Draining outlives a change of id. */
  let draining = false;
  let beating: Promise<void> | undefined;
  const heartbeats = createHeartbeatClock();
  const connection = createLeaseConnection({
    database,
    log,
    workerId: () => id,
    onOpen() {
      heartbeats.reconnected();
      // It may be another server, which has lost the last claim numbers of the old one.
      marks.forget();
    },
    // Sends a heartbeat over another connection at once, so that others who miss the lock see that this worker lives.
    onLost: () => void beatNow().catch(() => undefined),
  });

  async function register(): Promise<void> {
    const own = await connection.open();
    const sentAt = moment();
    await insertWorker(own ?? database.system, { id, role, concurrency, version, capabilities, draining });
    heartbeats.confirm(sentAt, connection.isOpen());
  }

  function beatNow(): Promise<void> {
    beating ??= beatOnce().finally(() => {
      beating = undefined;
    });
    return beating;
  }

  async function beatOnce(): Promise<void> {
    const own = await connection.use();
    const sentAt = moment();
    const state = await send({ database, log, connection, own }, { id, claims: options.claims(), mark: marks.mark() });
    if (ended) return;
    marks.learn(state.lastClaim);
    if (state.alive) {
      draining = state.draining === true;
      return heartbeats.confirm(sentAt, connection.isOpen());
    }
    log.warn({ event: 'worker.lost', worker: id }, 'other workers removed this one as dead; registering again');
    options.onLost();
    id = newId();
    await connection.rename();
    await register();
  }

  return {
    get id(): string {
      return id;
    },
    register,
    beat: beatNow,

    /** Whether jobs claimed under this id cannot have been taken over, now or in the next seconds. */
    holds: (workerId: string): boolean => !ended && workerId === id && heartbeats.elapsedMs() < LEASE_MS / 2,

    ageMs: heartbeats.ageMs,
    mayJudge: heartbeats.mayJudge,

    /** Whether missing locks count. They do while this worker has its own: an outage would have taken both. */
    mayJudgeLocks: (): boolean => connection.hasLock() && heartbeats.connectedMs() > LEASE_MS,

    async end(): Promise<void> {
      ended = true;
      await deleteWorker(database.system, id);
      await connection.close();
    },
  };
}

/** Uses the own connection, or the pool if that one fails. */
async function send(
  {
    database,
    log,
    connection,
    own,
  }: {
    database: Database;
    log: Logger;
    connection: ReturnType<typeof createLeaseConnection>;
    own: Session | undefined;
  },
  given: Parameters<typeof beat>[1],
): Promise<Heartbeat> {
  if (own !== undefined) {
    try {
      return await beat(own, given);
    } catch (error) {
      // Its server is read-only or gone. The next connection may reach another one.
      connection.drop(own);
      log.debug({ err: error, event: 'lease.beat' }, 'heartbeat failed on the lease connection');
    }
  }
  return answered(beat(database.system, given));
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('PostgreSQL does not answer.')), POOL_ANSWER_MS_MAX);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
