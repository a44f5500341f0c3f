import { type EventLoopUtilization, performance } from 'node:perf_hooks';

// The time of the main thread, shared among organizations and anonymous sources. It is one thread for all, so whoever
// uses more than their share of a busy one while others want it has to wait (429). Alone, anybody may use all of it.

export type Shares = ReturnType<typeof createShares>;

/** Whose time it is: an organization or person, or an address without a credential. */
export type PayerKind = 'organization' | 'source';
/** `share`: the part of the thread that pays an account back, from 0 to 1. */
export type Payer = { kind: PayerKind; key: string; share: number };

/** Work that nobody has to wait for: what a burst of ordinary requests takes. */
const BURST_MS = 1_000;
/** After this much without a request of others, there is nobody to share with. */
const ALONE_MS = 5_000;
/** The most that is remembered, so that somebody who was alone for an hour waits for seconds, not for an hour. */
const DEBT_MS_MAX = 2_000;
/** With so many, accounts that are paid back are forgotten. */
const ACCOUNTS_MAX = 10_000;
/** Many at a time, because finding them takes all of them. */
const FORGOTTEN_AT_ONCE = 1_000;

type Account = Omit<Payer, 'key'> & { spentMs: number; at: number };
type Parts = { now?: () => number; isBusy?: () => boolean };

export function createShares({ now = () => performance.now(), isBusy = createBusyCheck(now) }: Parts = {}) {
  const accounts = new Map<string, Account>();
  const totals = { organization: { spentMs: 0, refused: 0 }, source: { spentMs: 0, refused: 0 } };
  /** Who came last, and who came last before them. */
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  let other = last;

  function settle({ key, kind, share }: Payer): Account {
    const moment = now();
    let account = accounts.get(key);
    if (account === undefined) {
      if (accounts.size >= ACCOUNTS_MAX) forget();
      account = { kind, share, spentMs: 0, at: moment };
      accounts.set(key, account);
    }
    account.spentMs = Math.max(0, account.spentMs - (moment - account.at) * share);
    account.at = moment;
    return account;
  }

  /**
   * Whoever can send from many addresses must not make room for a debt, so what is owed is forgotten of addresses only,
   * of those first that have not come for longest.
   */
  function forget(): void {
    const moment = now();
    for (const [key, { spentMs, share, at }] of accounts) if (spentMs <= (moment - at) * share) accounts.delete(key);
    if (accounts.size < ACCOUNTS_MAX) return;
    const sources = [...accounts].filter(([, { kind }]) => kind === 'source').sort(([, a], [, b]) => a.at - b.at);
    for (const [key] of sources.slice(0, FORGOTTEN_AT_ONCE)) accounts.delete(key);
  }

  return {
    totals,
    /** Returns the seconds that a request has to wait, or 0. */
    ask(payer: Payer): number {
      const moment = now();
      const neighbour = last.key === payer.key ? other : last;
      if (last.key !== payer.key) other = last;
      last = { key: payer.key, at: moment };
      const { spentMs } = settle(payer);
      if (spentMs <= BURST_MS || moment - neighbour.at > ALONE_MS || !isBusy()) return 0;
      totals[payer.kind].refused += 1;
      return Math.max(1, Math.ceil((spentMs - BURST_MS) / payer.share / 1_000));
    },
    charge(payer: Payer, ms: number): void {
      const account = settle(payer);
      account.spentMs = Math.min(BURST_MS + DEBT_MS_MAX, account.spentMs + ms);
      totals[payer.kind].spentMs += ms;
    },
  };
}

/** Long enough to be no accident, short enough that an attack is noticed before its second request. */
const WINDOW_MS = 250;
/** Below this, everybody still gets what they want. */
const BUSY = 0.7;

/** Whether the thread was busy lately. Looks back to the last time somebody asked, at least for a window. */
function createBusyCheck(now: () => number): () => boolean {
  let since: EventLoopUtilization = performance.eventLoopUtilization();
  let at = now();
  let busy = false;
  return () => {
    const moment = now();
    if (moment - at < WINDOW_MS) return busy;
    const current = performance.eventLoopUtilization();
    busy = performance.eventLoopUtilization(current, since).utilization >= BUSY;
    since = current;
    at = moment;
    return busy;
  };
}
