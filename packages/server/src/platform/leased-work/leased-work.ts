import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Db } from '../db.ts';
import type { LeasedRows } from '../leased-rows.ts';
import type { Logger } from '../log.ts';
import type { Background } from '../main-thread/background.ts';
import { ClaimLost, type Definition, LeaseEnded } from './definition.ts';
import { createLoop } from './loop.ts';
import { type Claim, claimRows, LEASE_SECONDS, renewClaims } from './rows.ts';
import { ABORTED_MS, createTry, type TryOutcome } from './try-row.ts';

// Runs one kind of leased work in one process: claims as many rows as it can work on at once, renews leases, ends tries
// at their time limit and at the end of their lease, and records outcomes under the claim. Rows of a process that dies
// are due again when their lease ends.

export type LeasedWork<Row extends object = object> = ReturnType<typeof createLeasedWork<Row>>;

type Held<Row> = { row: Row; abort: AbortController; lease: Lease; done: Promise<void> };

type Runtime = {
  database: Database;
  log: Logger;
  /** Whether this process looks for work. If not, it only works on rows that it is given. */
  claims: boolean;
  /** Who pays for the time of the main thread. */
  background?: Background | undefined;
  onTry?(outcome: TryOutcome): void;
  /** How long a process that stops lets tries finish that have effects outside. */
  finishMs?: number;
};

/** Several renewals may fail before a lease ends. */
const RENEWALS = 6;
/** What a try may take beyond its limit to end (ABORTED_MS) and to record the outcome. */
const MARGIN_MS = 30_000;
/** Most receivers respond sooner, and a stop must not take long. */
const FINISH_MS = 5_000;
const IDLE_MS = 1_000;
/** After an outage, processes that are alive renew and record within a second or two. */
const SETTLING_MS = 5_000;

export function createLeasedWork<Row extends object>(definition: Definition<Row>, runtime: Runtime) {
  type Claimed = Row & Claim;
  const { rows, atOnce, idleMs = IDLE_MS } = definition;
  const { database, log, onTry = () => undefined, finishMs = FINISH_MS } = runtime;
  const { system } = database;
  const leaseMs = leaseOf(definition);
  const perOrgMax = definition.perOrgMax ?? Math.max(1, atOnce - Math.ceil(atOnce / 4));
  const held = new Map<string, Held<Claimed>>();
  const tryRow = createTry(definition, { system, log, onTry, background: runtime.background });
  let renewTimer: NodeJS.Timeout | undefined;
  const loop = createLoop({ name: rows.name, log, state: database.state, idleMs, look });

  async function look(): Promise<boolean | number> {
    const limit = atOnce - held.size;
    // The end of a try wakes the loop.
    if (limit <= 0) return false;
    const options = {
      limit,
      leaseSeconds: leaseMs / 1_000,
      // No process can renew its lease or record an outcome during an outage, so afterwards those come first.
      takesAbandoned: database.state.writableMs() > SETTLING_MS,
      passedOver: runtime.background?.waiting() ?? [],
    };
    const askedAt = performance.now();
    const claimed = await (definition.claim?.(options) ??
      claimRows<Claimed>(system, rows, {
        ...options,
        columns: definition.columns,
        held: countByOrg([...held.values()]),
        perOrgMax,
      }));
    for (const row of claimed) void hold(row, askedAt);
    if (claimed.length > 0 && held.size < atOnce) return true;
    return (await definition.nextLookMs?.()) ?? false;
  }

  /** Works on a row that this process claimed with a statement of that time. Resolves when that is over. */
  function hold(row: Claimed, claimedAt = performance.now()): Promise<void> {
    const abort = new AbortController();
    const mine: Held<Claimed> = { row, abort, lease: startLease(abort, leaseMs, claimedAt), done: Promise.resolve() };
    mine.done = tryRow(row, { aborted: abort.signal, renew: () => renew([mine]) })
      .catch((error) => {
        const text = 'cannot record the outcome; the row is due again when its lease ends';
        log.error({ err: error, event: `${rows.name}.record`, id: row.id }, text);
      })
      .finally(() => {
        mine.lease.end();
        held.delete(row.claim_id);
        loop.wake();
      });
    held.set(row.claim_id, mine);
    return mine.done;
  }

  const renew = (some: Held<Claimed>[]) => renewHeld(system, rows, some, leaseMs);
  const renewSafely = (): void =>
    void renew([...held.values()]).catch((error) =>
      log.debug({ err: error, event: `${rows.name}.renew` }, 'cannot renew leases'),
    );

  return {
    rows,
    name: rows.name,
    prune: definition.prune ?? [],
    running: (): number => held.size,
    /** Looks for work at once. */
    wake: loop.wake,
    hold,
    /** Ends the try of a row whose claim somebody has taken away. */
    abort(id: string): void {
      for (const { row, abort } of held.values()) if (row.id === id) abort.abort(new ClaimLost());
    },
    start(): void {
      if (definition.renewed) {
        renewTimer = setInterval(renewSafely, leaseMs / RENEWALS);
        database.state.onChange((view) => {
          if (view.writable) renewSafely();
        });
      }
      if (runtime.claims) loop.start();
    },
    /** Tries that have effects outside may finish. Others are aborted, and their rows are due at once. */
    async stop(): Promise<void> {
      await loop.stop();
      const left = [...held.values()];
      const all = Promise.all(left.map(({ done }) => done));
      if (definition.sends && left.length > 0) await Promise.race([all, delay(finishMs, undefined, { ref: false })]);
      for (const { abort } of left) abort.abort(new Error('The process is stopping.'));
      await all;
      clearInterval(renewTimer);
    },
  };
}

async function renewHeld(
  db: Db,
  rows: LeasedRows,
  held: Pick<Held<Claim>, 'row' | 'abort' | 'lease'>[],
  leaseMs: number,
): Promise<void> {
  if (held.length === 0) return;
  const askedAt = performance.now();
  const claims = held.map(({ row }) => row);
  const kept = await renewClaims(db, rows, claims, leaseMs / 1_000);
  for (const { row, abort, lease } of held) {
    if (kept.has(row.claim_id)) lease.renewed(askedAt);
    else abort.abort(new ClaimLost());
  }
}

type Lease = ReturnType<typeof startLease>;

/**
 * Aborts a try when its lease ends. A lease counts from before the statement that took it was sent: PostgreSQL counts
 * from when it arrives, so it never ends sooner there.
 */
function startLease(abort: AbortController, leaseMs: number, askedAt: number) {
  const endAfter = (from: number) =>
    setTimeout(() => abort.abort(new LeaseEnded()), from + leaseMs - performance.now()).unref();
  let timer = endAfter(askedAt);
  return {
    renewed(renewedAt: number): void {
      clearTimeout(timer);
      timer = endAfter(renewedAt);
    },
    end: (): void => clearTimeout(timer),
  };
}

/** A lease that ended during a try would let another process make the same try. */
function leaseOf<Row extends object>({ rows, leaseMs: given, renewed, tryMsMax }: Definition<Row>): number {
  const leaseMs = given ?? (renewed ? LEASE_SECONDS * 1_000 : (tryMsMax ?? 0) + MARGIN_MS);
  if (!renewed && (tryMsMax === undefined || tryMsMax + ABORTED_MS >= leaseMs))
    throw new Error(`A try of ${rows.name} may take ${tryMsMax} ms, but its lease ends after ${leaseMs} ms.`);
  return leaseMs;
}

function countByOrg(held: { row: Claim }[]): { org_id: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { row } of held) counts.set(row.org_id, (counts.get(row.org_id) ?? 0) + 1);
  return [...counts].map(([org_id, count]) => ({ org_id, count }));
}
