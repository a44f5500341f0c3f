import { createBatcher } from '#platform/batcher.ts';
import type { Database, Db } from '#platform/db.ts';
import { createLru } from '#platform/lru.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { jobStatus, priority } from '../record/model.ts';
import { joinQueue } from '../record/queue-row.ts';
import { type Accepted, judgeJobs, type NewJob, queueJobs } from './insert-jobs.ts';

// Requests that arrive together are accepted together, with one statement and one commit. A caller is answered only
// after its row is committed.

export type Acceptor = ReturnType<typeof createAcceptor>;

/** Rows per statement. Beyond a few hundred, the longer statement costs more than the round trip it saves. */
const BATCH_MAX = 500;

export function createAcceptor(database: Database) {
  const batcher = (insert: Insert) =>
    createBatcher<NewJob, Accepted | undefined>({
      itemsMax: BATCH_MAX,
      flush: (items) => persistentlyForCaller((attempt) => insertOnce(database.queue, items, attempt, insert)),
    });
  // Two batchers, because judging may wait for the lock of an account, and other requests must not wait with it.
  const queued = batcher(queueJobs);
  const judged = batcher(judgeJobs);
  /** Organizations whose account was limited at their last start. */
  const limited = createLru<string, true>(10_000);

  async function judge(job: NewJob): Promise<Accepted> {
    const accepted = (await judged.add(job))!;
    if (accepted.limited) limited.set(job.orgId, true);
    else limited.delete(job.orgId);
    return accepted;
  }

  return {
    accept(job: NewJob): Promise<Accepted> {
      // A caller that waits often gets its answer from the cache. Judging at once finds it with one statement.
      return job.priority !== priority.waiting && !limited.get(job.orgId)
        ? queued.add(job).then((accepted) => accepted ?? judge(job))
        : judge(job);
    },
    async idle(): Promise<void> {
      await Promise.all([queued.idle(), judged.idle()]);
    },
  };
}

type Insert = (db: Db, items: NewJob[]) => Promise<(Accepted | undefined)[]>;

/** Inserts each job once. After a lost connection it first looks up which jobs an earlier try has committed. */
async function insertOnce(db: Db, items: NewJob[], attempt: number, insert: Insert): Promise<(Accepted | undefined)[]> {
  if (attempt === 0) return insert(db, items);
  const known = await findAccepted(db, items);
  const rest = items.filter((item) => !known.has(item.id));
  const outcomes = rest.length > 0 ? await insert(db, rest) : [];
  const ofRest = outcomes.values();
  return items.map((item) => known.get(item.id) ?? ofRest.next().value);
}

/** Returns the outcomes of those jobs that an earlier try has accepted. */
export async function findAccepted(db: Db, items: NewJob[]): Promise<Map<string, Accepted>> {
  const rows = await db.query<Accepted & { id: string }>(
    `select i.id, case
        when r.status = ${jobStatus.cached} then 'cached'
        when r.source_job_id is not null then 'cached_failure'
        when q.worker_id = i.worker_id then 'started'
        else 'queued' end as outcome, coalesce(q.hold, 0) as hold, q.claim, coalesce(c.limited, false) as limited,
        coalesce(a.cache_failed_jobs, false) as "cacheFailed"
      from unnest($1::uuid[], $2::uuid[]) as i (id, worker_id)
      join jobs j on j.id = i.id
      left join agents a on a.id = j.agent_id
      ${joinQueue('i.id')}
      left join credit_accounts c on c.org_id = j.org_id
      left join job_results r on r.job_id = i.id`,
    [items.map((item) => item.id), items.map((item) => item.workerId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
