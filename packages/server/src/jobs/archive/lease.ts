import type { Db } from '#platform/db.ts';

// The lease lets one process write the archive at a time. Correctness depends on the transaction of each part; the
// lease only keeps two processes from doing the same work.

const LEASE_SECONDS = 300;

/** Takes or renews the lease. Returns false if another process has it. */
export async function holdLease(system: Db, holder: string): Promise<boolean> {
  const held = await system.run(
    `update archive_task set holder = $1::uuid, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     where holder = $1::uuid or leased_until < clock_timestamp()`,
    [holder],
  );
  return held > 0;
}

/** Ends the lease. `failure` is the error of the pass, or null. */
export async function endLease(system: Db, holder: string, failure: string | null): Promise<void> {
  await system.run(
    `update archive_task set holder = null, leased_until = '-infinity',
       passed_at = case when $2::text is null then clock_timestamp() else passed_at end,
       failed_at = case when $2::text is null then null else clock_timestamp() end, failure = $2::text
     where holder = $1::uuid`,
    [holder, failure],
  );
}

export type TaskState = {
  running: boolean;
  passedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
};

export async function findTask(system: Db): Promise<TaskState> {
  const [row] = await system.query<TaskState>(
    `select leased_until > clock_timestamp() as running, passed_at as "passedAt", failed_at as "failedAt", failure
     from archive_task`,
  );
  return row!;
}
