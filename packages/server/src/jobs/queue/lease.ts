import type { Database, Session } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { HEARTBEAT_MS, LEASE_SECONDS } from '../record/model.ts';
import type { ClaimMarks } from './claim-marks.ts';
import { createLeaseConnection } from './lease-connection.ts';
import { beat, deleteWorker, type Heartbeat, insertWorker } from './workers.ts';

// This process as the others see it: a registration that is theirs to remove when it is dead. It beats on a connection
// that nothing else uses, says which claims run here, and holds a session lock there that ends with the process. Removed,
// it starts over under a new name, and nothing done under the old one counts any more.

export type Lease = ReturnType<typeof createLease>;

/** So long without a heartbeat, and we cannot tell any more who else is silent. */
const GAP_MS = 6 * HEARTBEAT_MS;
const LEASE_MS = LEASE_SECONDS * 1_000;
const POOL_ANSWER_MS_MAX = 5_000;

export function createLease(options: {
  database: Database;
  log: Logger;
  role: string;
  concurrency: number;
  version: string;
  /** What this process has for running jobs. */
  capabilities: string;
  marks: ClaimMarks;
  /** What runs here. */
  claims(): number[];
  /** Whatever ran under the old name is not ours any more. */
  onLost(): void;
}) {
  const { database, log, role, concurrency, version, capabilities, marks } = options;
  let id = newId();
  let ended = false;
  /** As the last heartbeat said: whoever drains this process means it under any name. */
  let draining = false;
  let beating: Promise<void> | undefined;
  /** When the last heartbeat that arrived was sent: what PostgreSQL knows of us is at least that young. */
  let confirmedAt = moment();
  /** Since when heartbeats have arrived without a gap, and since when over the same connection of our own. */
  let steadySince = moment();
  let connectedSince: Moment | undefined;
  const connection = createLeaseConnection({
    database,
    log,
    workerId: () => id,
    onOpen() {
      connectedSince = undefined;
      // Perhaps another server, which does not know the last numbers of the old one.
      marks.forget();
    },
    // Over another connection, at once: whoever sees the lock gone shall see that we live.
    onLost: () => void beatNow().catch(() => undefined),
  });

  async function register(): Promise<void> {
    const own = await connection.open();
    const sentAt = moment();
    await insertWorker(own ?? database.system, { id, role, concurrency, version, capabilities, draining });
    confirm(sentAt);
  }

  function confirm(sentAt: Moment): void {
    if (elapsedMs(confirmedAt) > GAP_MS) steadySince = moment();
    confirmedAt = sentAt;
    if (connection.isOpen()) connectedSince ??= moment();
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
    const state = await send({ id, claims: options.claims(), mark: marks.mark() }, own);
    if (ended) return;
    marks.learn(state.lastClaim);
    if (state.alive) {
      draining = state.draining === true;
      return confirm(sentAt);
    }
    log.warn({ event: 'worker.lost', worker: id }, 'was taken for dead; starting over');
    options.onLost();
    id = newId();
    await connection.rename();
    await register();
  }

  async function send(given: Parameters<typeof beat>[1], own: Session | undefined): Promise<Heartbeat> {
    if (own !== undefined) {
      try {
        return await beat(own, given);
      } catch (error) {
        // Its server takes no writes, or is gone: the next connection may lead to another one.
        connection.drop(own);
        log.debug({ err: error, event: 'lease.beat' }, 'no heartbeat on the connection of the lease');
      }
    }
    return answered(beat(database.system, given));
  }

  return {
    get id(): string {
      return id;
    },
    register,
    beat: beatNow,

    /** Nobody can have taken over what runs under this name, nor will for some seconds. */
    holds: (workerId: string): boolean => !ended && workerId === id && elapsedMs(confirmedAt) < LEASE_MS / 2,

    /** How old what others know of us is, for the lamps: a clock that somebody sets has no part in it. */
    ageMs: (): number => performance.now() - confirmedAt.steady,

    /**
     * Whether the silence of others means anything: not when we have just been away ourselves, or PostgreSQL was, or
     * another server has just taken its place.
     */
    mayJudge: (): boolean => elapsedMs(confirmedAt) < GAP_MS && elapsedMs(steadySince) > LEASE_MS,

    /** Whether a missing lock does: a cut or a promotion that took theirs would have taken ours. */
    mayJudgeLocks: (): boolean =>
      connection.hasLock() && connectedSince !== undefined && elapsedMs(connectedSince) > LEASE_MS,

    async end(): Promise<void> {
      ended = true;
      await deleteWorker(database.system, id);
      await connection.close();
    },
  };
}

type Moment = { wall: number; steady: number };

const moment = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/** Neither a clock that is set back nor a machine that slept makes it less than it was. */
function elapsedMs(since: Moment): number {
  return Math.max(Date.now() - since.wall, performance.now() - since.steady);
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('PostgreSQL does not answer.')), POOL_ANSWER_MS_MAX);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
