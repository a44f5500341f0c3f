import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Claim, type Columns, countStops, LEASE_SECONDS } from '#platform/leased-work/rows.ts';

// One process writes the archive at a time. Correctness depends on the transaction of each part; the lease only keeps
// two processes from doing the same work.

/** A pass of the archive follows the one before after this long. */
export const PASS_SECONDS = 600;

/** The table has one row, which is always open: the next pass. */
export const archiveRows: LeasedRows = {
  name: 'archive',
  table: 'archive_task',
  open: 'true',
  due: 'leased_until',
  claim: 'holder',
  attempts: 'attempts',
  // An installation that nobody has looked at yet has no time.
  since: `nullif(t.leased_until, '-infinity')`,
  lateSeconds: 86_400,
  claimsItself: true,
};

/** Claims the next pass when it is due, or at once. Returns nothing if another process has it. */
export function claimPass(system: Db, { atOnce = false } = {}): Promise<Claim[]> {
  return system.query<Claim>(
    `update archive_task set holder = gen_random_uuid(), ${countStops('holder', 'stops')}, attempts = attempts + 1,
       leased_until = clock_timestamp() + interval '${LEASE_SECONDS} s'
     where leased_until < clock_timestamp() or (holder is null and $1::boolean)
     returning id, id as org_id, holder as claim_id, attempts as attempt, stops, false as taken_over`,
    [atOnce],
  );
}

export const passed = (at: Date): Columns => ({ passed_at: at, failed_at: null, failure: null });
export const failed = (at: Date, error: unknown): Columns => ({
  failed_at: at,
  failure: (error as Error).message.slice(0, 1_000) || 'unknown',
});

export type TaskState = {
  running: boolean;
  passedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
};

export async function findTask(system: Db): Promise<TaskState> {
  const [row] = await system.query<TaskState>(
    `select holder is not null and leased_until > clock_timestamp() as running, passed_at as "passedAt", failed_at as "failedAt", failure
     from archive_task`,
  );
  return row!;
}
