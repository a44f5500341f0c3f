import type { Db } from '#platform/db.ts';
import type { Fence } from './claim.ts';
import type { Suspect } from './take.ts';

// Finds what other workers left behind: orphaned jobs, jobs past their deadline, workers that may be dead.

/**
 * A condition on a row `q` that its worker `w` does not run, according to its own heartbeat (claim-marks.ts). Rows
 * without a claim number were written before there were numbers.
 */
export const RUN_BY_NOBODY = `w.claim_mark is not null and coalesce(q.claim, 0) <= w.claim_mark
  and coalesce(q.claim, 0) <> all (w.claims)`;

export type Orphans = {
  /** Jobs that nobody runs. */
  unrun: Fence[];
  /** Jobs that still run although their deadline passed more than `graceSeconds` ago. */
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

/** The key of the session lock that a worker holds while its lease connection is open. */
export const leaseLock = (workerId: string): string => `hashtextextended(${workerId}::text, 7402119)`;

export type SeenWorker = Suspect & {
  /** Part of the name of its connections. */
  mark: string;
  /** Whether it has sent no heartbeat for longer than its lease. */
  isSilent: boolean;
  /** Whether nobody holds its lock. Undefined for a worker of a release without locks. */
  isUnlocked: boolean | undefined;
};

/** Lists the other workers. Tries each lock and releases it at once; if its worker holds it, the try fails. */
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
