// The time of the main thread, shared among organizations and anonymous sources. It is one thread for all, so whoever
// uses more than their share while others want it waits (429). Alone, anybody may use all of it.

export type Shares = ReturnType<typeof createShares>;

/** Work that nobody has to wait for: what a burst of ordinary requests takes. */
const BURST_MS = 1_000;
/** After this much without a request of others, there is nobody to share with. */
const ALONE_MS = 5_000;
/** The most that is remembered, so that somebody who was alone for an hour waits for seconds, not for an hour. */
const DEBT_MS_MAX = 2_000;
/** Accounts that are paid back are forgotten when there are so many. */
const ACCOUNTS_MAX = 10_000;

type Account = { spentMs: number; at: number };

export function createShares({ now = () => performance.now() }: { now?: () => number } = {}) {
  const accounts = new Map<string, Account>();
  /** Who came last, and who came last before them. */
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  let other = last;

  /** `share`: the part of the thread that pays an account back, from 0 to 1. */
  function settle(key: string, share: number): Account {
    const moment = now();
    let account = accounts.get(key);
    if (account === undefined) {
      if (accounts.size >= ACCOUNTS_MAX) forgetPaid(share);
      account = { spentMs: 0, at: moment };
      accounts.set(key, account);
    }
    account.spentMs = Math.max(0, account.spentMs - (moment - account.at) * share);
    account.at = moment;
    return account;
  }

  function forgetPaid(share: number): void {
    const moment = now();
    for (const [key, { spentMs, at }] of accounts) if (spentMs <= (moment - at) * share) accounts.delete(key);
    if (accounts.size >= ACCOUNTS_MAX) accounts.clear();
  }

  return {
    /** Returns the seconds that a request has to wait, or 0. */
    ask(key: string, share: number): number {
      const moment = now();
      const neighbour = last.key === key ? other : last;
      if (last.key !== key) other = last;
      last = { key, at: moment };
      const { spentMs } = settle(key, share);
      if (spentMs <= BURST_MS || moment - neighbour.at > ALONE_MS) return 0;
      return Math.max(1, Math.ceil((spentMs - BURST_MS) / share / 1_000));
    },
    charge(key: string, share: number, ms: number): void {
      const account = settle(key, share);
      account.spentMs = Math.min(BURST_MS + DEBT_MS_MAX, account.spentMs + ms);
    },
  };
}
