import type { WorkerGroup } from '#engines/offer/fleet.ts';
import type { Database } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { HEARTBEAT_MS, LEASE_SECONDS } from '../record/model.ts';
import { beat, deleteWorker, type Heartbeat, insertWorker, listCapabilities } from './workers.ts';

// This process as the others see it: a registration that is theirs to remove when they have not heard of it for the
// length of a lease. It then starts over under a new name, and nothing done under the old one counts any more.

export type Lease = ReturnType<typeof createLease>;

/** An answer that takes longer is not waited for: the connection may be dead, and the next one is not. */
const ANSWER_MS_MAX = 5_000;
/** After PostgreSQL was away, everybody who lives has beaten within this time. */
export const GRACE_MS = 2 * HEARTBEAT_MS;

export function createLease(options: {
  database: Database;
  log: Logger;
  role: string;
  concurrency: number;
  version: string;
  /** What this process has for running jobs, and who is told what all workers have; the same text twice is told once. */
  capabilities: string;
  onFleet?(groups: WorkerGroup[]): void;
  onBeat(state: Extract<Heartbeat, { alive: true }>): void;
  /** Whatever ran under the old name is not ours any more. */
  onLost(): void;
}) {
  const { database, log, role, concurrency, version, capabilities } = options;
  let id = newId();
  let ended = false;
  /** When the last heartbeat that arrived was sent: what PostgreSQL knows of us is at least that young. */
  let confirmedAt = moment();
  let disturbedAt: Moment | undefined;

  async function register(): Promise<void> {
    const sentAt = moment();
    await insertWorker(database.system, { id, role, concurrency, version, capabilities });
    confirmedAt = sentAt;
    await tellFleet();
  }

  let told: string | undefined;
  async function tellFleet(): Promise<void> {
    if (options.onFleet === undefined) return;
    const rows = await listCapabilities(database.system);
    const text = JSON.stringify(rows);
    if (text === told) return;
    told = text;
    options.onFleet(
      rows.map(({ workers, capabilities: json }) => ({ workers, capabilities: json && JSON.parse(json) })),
    );
  }

  return {
    get id(): string {
      return id;
    },
    register,

    async beat(): Promise<void> {
      const sentAt = moment();
      const state = await answered(beat(database.system, id));
      if (ended) return;
      if (!state.alive) {
        log.warn({ event: 'worker.lost', worker: id }, 'was silent for too long; starting over');
        options.onLost();
        id = newId();
        await register();
        return;
      }
      if (elapsedMs(confirmedAt) > GRACE_MS) disturbedAt = moment();
      confirmedAt = sentAt;
      options.onBeat(state);
      await tellFleet();
    },

    /** Nobody can have taken over what runs under this name, nor will for some seconds. */
    holds: (workerId: string): boolean =>
      !ended && workerId === id && elapsedMs(confirmedAt) < (LEASE_SECONDS * 1_000) / 2,

    /**
     * Whether the silence of others means anything: not when we have just been away ourselves, or PostgreSQL was.
     */
    mayJudge: (): boolean =>
      elapsedMs(confirmedAt) < GRACE_MS && (disturbedAt === undefined || elapsedMs(disturbedAt) > GRACE_MS),

    /** Throws when this process has not been able to say "still here" for the length of a lease. */
    check(): void {
      if (elapsedMs(confirmedAt) > LEASE_SECONDS * 1_000) throw new Error('no heartbeat for too long');
    },

    async end(): Promise<void> {
      ended = true;
      await deleteWorker(database.system, id);
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('PostgreSQL does not answer.')), ANSWER_MS_MAX);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
