import type pg from 'pg';
import { type ClockJump, noteDatabaseClock } from './clock.ts';
import { type ClientConfig, connectClient } from './connect.ts';
import { type OutageCause, outageCause } from './errors.ts';

/** A write that takes longer is blocked: by a lock, or by a standby that does not confirm. */
const LIMIT_MS = 3_000;

/** Writes to the database on a connection of its own, which is opened again after a failure. */
export function createWriteProbe(config: ClientConfig) {
  let client: pg.Client | undefined;
  let lastMs: number | undefined;
  let writingSince: number | undefined;

  async function write(): Promise<{ ms: number; jumps: ClockJump[] }> {
    let own = client;
    const late = Promise.withResolvers<never>();
    const limit = setTimeout(() => late.reject(new LateWrite()), LIMIT_MS);
    try {
      if (own === undefined) {
        const opening = connectClient(config);
        own = await Promise.race([opening, late.promise]).catch((error) => {
          opening.then((opened) => opened.end()).catch(() => undefined);
          throw error;
        });
        client = own;
      }
      writingSince = performance.now();
      await Promise.race([own.query(WRITE), late.promise]);
      const ms = performance.now() - writingSince;
      lastMs = ms;
      writingSince = undefined;
      return { ms, jumps: await Promise.race([readClock(own), late.promise]) };
    } catch (error) {
      client = undefined;
      own?.end().catch(() => undefined);
      throw error;
    } finally {
      writingSince = undefined;
      clearTimeout(limit);
    }
  }

  return {
    write,
    /** How long the last write took, or this one has taken so far. */
    waitMs(): number | undefined {
      return writingSince === undefined ? lastMs : Math.max(lastMs ?? 0, performance.now() - writingSince);
    },
    async close(): Promise<void> {
      await client?.end().catch(() => undefined);
      client = undefined;
    },
  };
}

/** Apart from the write, which may wait for a standby: its moment would say little. */
async function readClock(client: pg.Client): Promise<ClockJump[]> {
  const sentAt = performance.now();
  const { rows } = await client.query<{ ms: number }>(CLOCK);
  return noteDatabaseClock({ databaseMs: rows[0]!.ms, sentAt, answeredAt: performance.now() });
}

/** Each session has its own row, so processes do not block each other. */
const WRITE = `begin;
  set local lock_timeout = 2000;
  insert into write_probes (session, at) values (pg_backend_pid(), clock_timestamp())
    on conflict (session) do update set at = excluded.at;
  commit`;

const CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';

const LOCK_NOT_AVAILABLE = '55P03';

class LateWrite extends Error {}

export function probeCause(error: unknown): OutageCause {
  if (error instanceof LateWrite) return 'commit_stalled';
  if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return 'locked';
  return outageCause(error) ?? 'unreachable';
}
