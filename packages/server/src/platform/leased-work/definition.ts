import type { Db } from '../db.ts';
import type { LeasedRows } from '../leased-rows.ts';
import type { PruneRule } from './prune.ts';
import type { Claim, ClaimOptions, Columns } from './rows.ts';

/** One kind of leased work: its rows, what one try does, and what follows from it. */
export type Definition<Row extends object> = {
  rows: LeasedRows;
  /** What a try needs of the row, as a select list. The table is t. */
  columns: string;
  /** Tries at once in one process. A row is claimed only when a try can begin. */
  atOnce: number;
  /** How many of them one organization may have. By default three quarters, so that others find a free one. */
  perOrgMax?: number;
  /** How long one try may take. Its signal is aborted then. Work that is renewed may do without. */
  tryMsMax?: number;
  /** Whether the lease is renewed during a try. Without it, the lease outlasts the try. */
  renewed?: boolean;
  /** Only for tests: by default the lease of the kit, or one that outlasts the try. */
  leaseMs?: number;
  /** Backoff: the pauses before a second try and further ones. When there is none left, the row is given up. */
  delaysSeconds: number[];
  /**
   * If false, the last pause repeats and a row is never given up. If three processes in a row stop while they have it, it
   * is set aside for an hour each time.
   */
  givesUp?: false;
  /**
   * Whether a try has effects outside of this installation. When it stops, the process lets such a try finish, and an
   * interrupted one counts.
   */
  sends?: boolean;
  /** Claims rows in a special way. The rows say `claimsItself`. */
  claim?(options: ClaimOptions): Promise<(Row & Claim)[]>;
  run(row: Row & Claim, attempt: Attempt): Promise<Outcome>;
  /** What a failed try writes. Without it, the failure is logged and nothing is written. */
  onFailure?(error: unknown, row: Row & Claim, isLast: boolean): Columns;
  /** Whether another try cannot succeed. */
  isFinal?(error: unknown): boolean;
  /** Called when this process has ended a row, for what can also be cleaned up later. */
  onEnded?(row: Row & Claim): Promise<unknown>;
  /** Called when this process has lost a row. */
  onLost?(row: Row & Claim): Promise<unknown>;
  prune?: PruneRule[];
  idleMs?: number;
  /** Returns when to look next, in milliseconds from now. */
  nextLookMs?(): Promise<number | undefined>;
};

export type Attempt = {
  /**
   * Aborted at the time limit of the try, when the claim is lost or its lease has ended, and when the process stops. A
   * try that does not end within seconds of that is left behind: whatever it does later, its outcome is not recorded.
   */
  signal: AbortSignal;
  /** Renews the lease at once, for work in steps. Throws ClaimLost if the row was taken away. */
  renew(): Promise<void>;
  /** Ends the row in a transaction of the caller. Throws ClaimLost if somebody else has the row. */
  end(tx: Db, columns: Columns): Promise<void>;
};

export type Outcome =
  | { kind: 'end'; columns: Columns }
  | { kind: 'again'; columns: Columns; inSeconds: number }
  | { kind: 'release' }
  | { kind: 'ended' };

/** The row has ended. */
export const end = (columns: Columns): Outcome => ({ kind: 'end', columns });
/** The row is due again later. This is no failure. */
export const again = (inSeconds: number, columns: Columns = {}): Outcome => ({ kind: 'again', columns, inSeconds });
/** Nothing could be done now. The try does not count. */
export const RELEASE: Outcome = { kind: 'release' };
/** The try has recorded its outcome itself, under its claim. */
export const ENDED: Outcome = { kind: 'ended' };

/** Another process works on the row, or it has been cancelled or resent. */
export class ClaimLost extends Error {
  constructor() {
    super('The claim was lost.');
  }
}

/** The lease was not renewed in time, so another process may have the row by now. */
export class LeaseEnded extends ClaimLost {}

/** A row whose process died in each of its tries, or in each of the last three. */
export class StoppedEachTime extends Error {
  constructor() {
    super('The process stopped during each attempt.');
  }
}
