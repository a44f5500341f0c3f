import { type EventLoopUtilization, performance } from 'node:perf_hooks';

// The time of the main thread, shared among organizations, their background work and anonymous sources. It is one thread for all, so whoever
// uses more than their share of a busy one while others want it has to wait (429). Alone, anybody may use all of it.

export type Shares = ReturnType<typeof createShares>;

/** Whose time it is: an organization or person, its work in the background, or an address without a credential. */
export type PayerKind = 'organization' | 'background' | 'source';
/** `share`: the part of the thread that pays an account back, from 0 to 1. */
export type Payer = {
  kind: PayerKind;
  key: string;
  share: number;
  /** The organization, if `key` is another. */
  owner?: string;
};

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
export type Debtor = { kind: PayerKind; owner: string; ms: number };

const ownerOf = ({ key, owner = key }: Payer): string => owner;
type Parts = { now?: () => number; isBusy?: () => boolean };

export function createShares({ now = () => performance.now(), isBusy = createBusyCheck(now) }: Parts = {}) {
  const accounts = new Map<string, Account>();
  const totals = {
    organization: { spentMs: 0, refused: 0 },
    background: { spentMs: 0, refused: 0 },
    source: { spentMs: 0, refused: 0 },
  };
  /** Who came last, and who came last before them. */
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  let other = last;
  /** Whose work ran last, and whose before theirs. */
  let ran = last;
  let ranBefore = last;

  function settle(payer: Payer): Account {
    const { key, kind, share } = payer;
    const moment = now();
    let account = accounts.get(key);
    if (account === undefined) {
      if (accounts.size >= ACCOUNTS_MAX) forget();
      account = { kind, share, owner: ownerOf(payer), spentMs: 0, at: moment };
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
    /** Returns whether it owes something now. */
    charge(payer: Payer, ms: number): boolean {
      const owner = ownerOf(payer);
      if (ran.key !== owner) ranBefore = ran;
      ran = { key: owner, at: now() };
      const account = settle(payer);
      account.spentMs = Math.min(BURST_MS + DEBT_MS_MAX, account.spentMs + ms);
      totals[payer.kind].spentMs += ms;
      return account.spentMs > BURST_MS;
    },
    owes: (payer: Payer): boolean => settle(payer).spentMs > BURST_MS,
    /** Whether work that nobody waits for comes after that of others: it used more than its share of a busy thread. */
    isOver(payer: Payer): boolean {
      const { spentMs } = settle(payer);
      const neighbour = ran.key === ownerOf(payer) ? ranBefore : ran;
      if (spentMs <= BURST_MS || now() - neighbour.at > ALONE_MS || !isBusy()) return false;
      totals[payer.kind].refused += 1;
      return true;
    },
    /** Who owes most. Addresses are not named. */
    debtors(countMax: number): Debtor[] {
      return [...accounts]
        .filter(([, { kind, spentMs }]) => kind !== 'source' && spentMs > BURST_MS)
        .map(([key, { kind, share, owner = key, spentMs, at }]) => ({
          ...{ kind, owner },
          ms: spentMs - (now() - at) * share - BURST_MS,
        }))
        .filter(({ ms }) => ms > 0)
        .sort((a, b) => b.ms - a.ms)
        .slice(0, countMax);
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
