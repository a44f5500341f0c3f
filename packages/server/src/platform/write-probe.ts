import type pg from 'pg';
import { type ClockJump, noteDatabaseClock } from './clock.ts';
import { type ClientConfig, connectClient } from './connect.ts';
import { type OutageCause, outageCause } from './errors.ts';

// Makes small writes to see whether PostgreSQL accepts any. A write without an answer is not given up: if a synchronous
// standby is lost, PostgreSQL keeps the backend of each write until the standby is back, even if the client is gone. So
// only a few writes wait at a time, and the first answer shows that the stall is over.

/** A write that takes longer is blocked by a lock, or by a standby that does not confirm. */
const LIMIT_MS = 3_000;
/** More than one, because the first server may be gone silently, and a new connection may reach another server. */
const PENDING_MAX = 3;
const AGAIN_MS = 10_000;

export class LateWrite extends Error {}

type Done = { ms: number; jumps: ClockJump[] };
type Outcome = { write: Write; client: pg.Client; done: Done } | { write: Write; error: unknown };
type Write = { connected: Promise<pg.Client>; isConnected: boolean; begunAt: number; outcome: Promise<Outcome> };

export function createWriteProbe(config: ClientConfig, { limitMs = LIMIT_MS, againMs = AGAIN_MS } = {}) {
  const pending = new Set<Write>();
  let idle: pg.Client | undefined;
  let lastMs: number | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;

  function begin(): void {
    begunAt = performance.now();
    const connected = idle === undefined ? connectClient(config) : Promise.resolve(idle);
    idle = undefined;
    const write: Write = { connected, isConnected: false, begunAt, outcome: undefined as never };
    connected.then(
      () => {
        write.isConnected = true;
      },
      () => undefined,
    );
    write.outcome = connected.then(writeOnce).then(
      ([client, done]) => ({ write, client, done }),
      (error: unknown) => ({ write, error }),
    );
    pending.add(write);
  }

  async function write(): Promise<Done> {
    const isTime = performance.now() - begunAt > againMs && pending.size < PENDING_MAX;
    if (pending.size === 0 || isTime) begin();
    const late = Promise.withResolvers<undefined>();
    const limit = setTimeout(() => late.resolve(undefined), limitMs);
    const outcome = await Promise.race([...[...pending].map((one) => one.outcome), late.promise]);
    clearTimeout(limit);
    if (outcome === undefined) throw new LateWrite();
    pending.delete(outcome.write);
    if ('error' in outcome) {
      // Without a connection nothing waits on a server, so the next try need not wait either.
      if (!outcome.write.isConnected) begunAt = Number.NEGATIVE_INFINITY;
      leave(outcome.write);
      throw outcome.error;
    }
    lastMs = outcome.done.ms;
    idle = outcome.client;
    // The other writes went to a server that is gone, or waited for the same reason.
    for (const other of pending) leave(other);
    pending.clear();
    return outcome.done;
  }

  return {
    write,
    /** Returns how long the last write took, or how long the oldest pending one has waited, if that is longer. */
    waitMs(): number | undefined {
      const oldest = Math.min(...[...pending].map((one) => one.begunAt));
      return pending.size === 0 ? lastMs : Math.max(lastMs ?? 0, performance.now() - oldest);
    },
    async close(): Promise<void> {
      for (const one of pending) leave(one);
      pending.clear();
      await idle?.end().catch(() => undefined);
      idle = undefined;
    },
  };
}

async function writeOnce(client: pg.Client): Promise<[pg.Client, Done]> {
  const sentAt = performance.now();
  await client.query(WRITE);
  const ms = performance.now() - sentAt;
  return [client, { ms, jumps: await readClock(client) }];
}

/** Separate from the write, which may wait for a standby, so its time would be imprecise. */
async function readClock(client: pg.Client): Promise<ClockJump[]> {
  const sentAt = performance.now();
  const { rows } = await client.query<{ ms: number }>(CLOCK);
  return noteDatabaseClock({ databaseMs: rows[0]!.ms, sentAt, answeredAt: performance.now() });
}

/** Closes the connection without a goodbye, because a server that is gone would not answer it. */
function leave({ connected }: Write): void {
  connected
    .then((client) =>
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy(),
    )
    .catch(() => undefined);
}

/** Each session has its own row, so processes do not block each other. */
const WRITE = `begin;
  set local lock_timeout = 2000;
  insert into write_probes (session, at) values (pg_backend_pid(), clock_timestamp())
    on conflict (session) do update set at = excluded.at;
  commit`;

const CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';

const LOCK_NOT_AVAILABLE = '55P03';

export function probeCause(error: unknown): OutageCause {
  if (error instanceof LateWrite) return 'commit_stalled';
  if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return 'locked';
  return outageCause(error) ?? 'unreachable';
}
