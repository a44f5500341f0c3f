import type { Snapshot } from '#agents/snapshot.ts';
import { linkFiles } from '#files/store.ts';
import type { Database, Db } from '#platform/db.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { findAccepted } from './accept.ts';
import { claimIdempotencyKey } from './idempotency.ts';
import { type Accepted, insertJobs } from './insert-jobs.ts';
import type { MadeJob } from './make-jobs.ts';
import type { Repeated, Started, StartOptions } from './start-options.ts';

/** Accepts the jobs of one call, with their files and idempotency key, in one transaction: all or none. */
export async function acceptTogether(
  database: Database,
  made: MadeJob[],
  snapshot: Snapshot,
  options: StartOptions,
): Promise<Started[] | Repeated> {
  const links = made.flatMap(({ job, fileIds }) => fileIds.map((fileId) => ({ jobId: job.id, fileId })));
  const jobs = made.map(({ job }) => job);
  const jobIds = options.batchId === undefined ? jobs.map(({ id }) => id) : [options.batchId];
  const started = (outcomes: Accepted[]): Started[] =>
    jobs.map((job, index) => ({ job, accepted: outcomes[index]!, snapshot }));
  // Jobs are accepted all or none, so finding any of them shows that an earlier try was committed.
  const findStarted = async (db: Db): Promise<Started[] | undefined> => {
    const known = await findAccepted(db, jobs);
    return known.size === 0 ? undefined : started(jobs.map(({ id }) => known.get(id)!));
  };
  const acceptAll = async (tx: Db): Promise<Started[] | Repeated> => {
    if (options.idempotency !== undefined) {
      const claim = { ...options.idempotency, orgId: options.caller.orgId, jobIds };
      const earlier = await claimIdempotencyKey(tx, claim);
      if (earlier?.[0] === jobIds[0]) return (await findStarted(tx))!;
      if (earlier !== undefined) return { repeatedJobIds: earlier };
    }
    await options.alongside?.(tx, snapshot);
    // One statement for all jobs: a second one would find the credits held by the first and refuse, though credits for
    // one job are enough.
    const outcomes = started(await insertJobs(tx, jobs));
    await linkFiles(tx, options.caller.orgId, links);
    if (outcomes.some(({ accepted }) => accepted.outcome === 'stale' || accepted.outcome === 'no_credits')) {
      throw new Refused(outcomes);
    }
    return outcomes;
  };
  return persistentlyForCaller(
    async (attempt) => (attempt > 0 && (await findStarted(database.queue))) || (await database.queue.tx(acceptAll)),
  ).catch((error: unknown) => {
    if (error instanceof Refused) return error.started;
    throw error;
  });
}

/** Carries the outcomes out of a transaction that must not be committed. */
class Refused extends Error {
  readonly started: Started[];
  constructor(started: Started[]) {
    super('refused');
    this.started = started;
  }
}
