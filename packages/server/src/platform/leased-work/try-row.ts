import { during } from '../activity.ts';
import type { Db } from '../db.ts';
import type { Logger } from '../log.ts';
import type { Background } from '../main-thread/background.ts';
import { isOutage, persistently } from '../persist.ts';
import { inTrace } from '../tracing.ts';
import { type Attempt, ClaimLost, type Definition, LeaseEnded, type Outcome, StoppedEachTime } from './definition.ts';
import { type Claim, type Columns, hasStoppedEach, recordOutcome, releaseClaim, renewClaims } from './rows.ts';

export type TryOutcome = 'ended' | 'again' | 'failed' | 'retried' | 'released' | 'lost' | 'set_aside';

type Options = {
  system: Db;
  log: Logger;
  onTry(outcome: TryOutcome): void;
  background?: Background | undefined;
};
/** `aborted`: the claim is lost, its lease has ended, or the process stops. */
type Hold = { aborted: AbortSignal; renew(): Promise<void> };

/** The pause before a row that could not be worked on is due again. */
const RELEASED_SECONDS = 1;
/** How long a row is set aside that may be what stops processes. Others get on meanwhile. */
const SET_ASIDE_SECONDS = 3_600;
/** How long a try may take to end after its signal was aborted. */
export const ABORTED_MS = 3_000;

/** Makes one try of a claimed row and records what came of it. */
export function createTry<Row extends object>(definition: Definition<Row>, options: Options) {
  type Claimed = Row & Claim;
  const { rows, tryMsMax } = definition;
  const { system, log, onTry, background } = options;

  function delayAfter(attempt: number): number | undefined {
    const { delaysSeconds, givesUp = true } = definition;
    return delaysSeconds[attempt - 1] ?? (givesUp ? undefined : delaysSeconds.at(-1));
  }

  async function follow(row: Claimed, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'ended') return noteEnd(row, 'ended');
    if (outcome.kind === 'release') return release(row, { counts: false, inSeconds: RELEASED_SECONDS });
    const { columns } = outcome;
    const againInSeconds = outcome.kind === 'again' ? outcome.inSeconds : null;
    return record(row, { columns, againInSeconds }, outcome.kind === 'again' ? 'again' : 'ended');
  }

  async function handleFailure(row: Claimed, aborted: AbortSignal, error: unknown): Promise<void> {
    // If nobody has taken it over yet, nobody has to wait for it.
    if (aborted.reason instanceof LeaseEnded)
      await persistently(() => releaseClaim(system, rows, row, { counts: definition.sends === true }));
    if (error instanceof ClaimLost || aborted.reason instanceof ClaimLost) return noteLoss(row);
    if (aborted.aborted) return release(row, { counts: definition.sends === true });
    if (isOutage(error)) return release(row, { counts: false });
    const pause = definition.isFinal?.(error) ? undefined : delayAfter(row.attempt);
    if (definition.onFailure === undefined)
      log.warn({ err: error, event: `${rows.name}.failed`, id: row.id }, `a try of ${rows.name} failed, will retry`);
    const columns = definition.onFailure?.(error, row, pause === undefined) ?? {};
    await record(row, { columns, againInSeconds: pause ?? null }, pause === undefined ? 'failed' : 'retried');
  }

  async function record(
    row: Claimed,
    outcome: { columns: Columns; againInSeconds: number | null },
    kind: TryOutcome,
  ): Promise<void> {
    // Retried until the database is back, because the work is done.
    const isOurs = await persistently(() => recordOutcome(system, rows, row, outcome));
    if (!isOurs) return noteLoss(row);
    if (outcome.againInSeconds === null) return noteEnd(row, kind);
    onTry(kind);
  }

  async function noteEnd(row: Claimed, kind: TryOutcome): Promise<void> {
    onTry(kind);
    await definition.onEnded?.(row);
  }

  async function noteLoss(row: Claimed): Promise<void> {
    onTry('lost');
    await persistently(async () => definition.onLost?.(row));
  }

  async function release(row: Claimed, how: { counts: boolean; inSeconds?: number }): Promise<void> {
    await persistently(() => releaseClaim(system, rows, row, how));
    onTry('released');
  }

  async function setAside(row: Claimed): Promise<void> {
    log.error(
      { err: new StoppedEachTime(), event: `${rows.name}.set_aside`, id: row.id, org: row.org_id },
      `three processes in a row stopped while they worked on this row of ${rows.name}; the next try is in an hour`,
    );
    await persistently(() => renewClaims(system, rows, [row], SET_ASIDE_SECONDS));
    onTry('set_aside');
  }

  return async (row: Claimed, { aborted, renew }: Hold): Promise<void> => {
    const attempt: Attempt = {
      signal: tryMsMax === undefined ? aborted : AbortSignal.any([aborted, AbortSignal.timeout(tryMsMax)]),
      async renew() {
        await renew();
        if (aborted.reason instanceof ClaimLost) throw aborted.reason;
      },
      async end(tx, columns) {
        if (!(await recordOutcome(tx, rows, row, { columns }))) throw new ClaimLost();
      },
    };
    if (definition.givesUp === false && hasStoppedEach(row)) return setAside(row);
    try {
      if (row.attempt > 1 && delayAfter(row.attempt - 1) === undefined) throw new StoppedEachTime();
      const activity = { kind: 'work', name: rows.name, id: row.id, org: row.org_id } as const;
      const within = background?.during ?? during;
      const run = inTrace(row.trace, () => within(activity, async () => definition.run(row, attempt)));
      await follow(row, await endedWith(run, attempt.signal));
    } catch (error) {
      await handleFailure(row, aborted, error);
    }
  };
}

/** Rejects if `run` goes on after its signal was aborted. What it returns then is too late. */
function endedWith<T>(run: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const limit = () => {
      timer = setTimeout(() => reject(signal.reason), ABORTED_MS);
    };
    signal.addEventListener('abort', limit, { once: true });
    if (signal.aborted) limit();
    run.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', limit);
    });
  });
}
