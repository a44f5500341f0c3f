import type { Db } from '#platform/db.ts';
import type { Fence } from './claim.ts';
import type { Suspect } from './take.ts';

// What anyone can see of others: rows that nobody runs, jobs past their time, workers that may be dead.

/**
 * A row of `q` that its worker `w` does not run, by what it says of itself (claim-marks.ts). Rows without a number can
 * only be older than numbers are.
 */
export const RUN_BY_NOBODY = `w.claim_mark is not null and coalesce(q.claim, 0) <= w.claim_mark
  and coalesce(q.claim, 0) <> all (w.claims)`;

export type Orphans = {
  /** Nobody runs them. */
  unrun: Fence[];
  /** They run beyond their time, and so much longer. */
  late: Fence[];
};

export async function findOrphans(db: Db, graceSeconds: number): Promise<Orphans> {
  const rows = await db.query<{ job_id: string; claim: number; unrun: boolean }>(
    `select q.job_id, q.claim, ${RUN_BY_NOBODY} as unrun from workers w join job_queue q on q.worker_id = w.id
      where (${RUN_BY_NOBODY}) or q.deadline < clock_timestamp() - make_interval(secs => $1)`,
    [graceSeconds],
  );
  const fences = (of: typeof rows): Fence[] => of.map(({ job_id: jobId, claim }) => ({ jobId, claim }));
  return { unrun: fences(rows.filter(({ unrun }) => unrun)), late: fences(rows.filter(({ unrun }) => !unrun)) };
}

/** Names the session lock that a worker holds as long as its own connection lives. */
export const leaseLock = (workerId: string): string => `hashtextextended(${workerId}::text, 7402119)`;

export type SeenWorker = Suspect & {
  /** Part of the name of its connections. */
  mark: string;
  /** It has not said "still here" for longer than the lease. */
  isSilent: boolean;
  /** Nobody holds its lock. Undefined: it is of a version without one. */
  isUnlocked: boolean | undefined;
};

/** The other workers. The lock is tried and at once given back: its holder would keep it from us. */
export async function listOthers(db: Db, options: { selfId: string; leaseSeconds: number }): Promise<SeenWorker[]> {
  const rows = await db.query<Omit<SeenWorker, 'isUnlocked'> & { isUnlocked: boolean | null }>(
    `select id, last_seen::text as "lastSeen", split_part(host, '#', 2) as mark,
        last_seen < clock_timestamp() - make_interval(secs => $1) as "isSilent",
        case when claim_mark is not null then pg_try_advisory_xact_lock_shared(${leaseLock('id')}) end as "isUnlocked"
      from workers where id <> $2`,
    [options.leaseSeconds, options.selfId],
  );
  return rows.map(({ isUnlocked, ...row }) => ({ ...row, isUnlocked: isUnlocked ?? undefined }));
}
