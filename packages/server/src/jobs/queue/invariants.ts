import { RECOUNT_HELD } from '#credits/settlement.ts';
import type { Db } from '#platform/db.ts';
import { jobStatus, priority } from '../record/model.ts';
import { RUN_BY_NOBODY } from './orphans.ts';
import { IS_PARKED } from './park.ts';

// Rules that must hold at every moment. `errand doctor` and the metrics count the rows that break them.

const waitingOrRunning = [jobStatus.pending, jobStatus.started, jobStatus.retry];
/** A condition on rows of job_queue that no statement creates. */
export const IMPOSSIBLE_STATE = `status not in (${waitingOrRunning}) or priority not in (${Object.values(priority)})
  or (status = ${jobStatus.started}) <> (worker_id is not null or wait_id is not null and ${IS_PARKED})`;

export type Invariant = { name: string; meaning: string; count: number };

const INVARIANTS: { name: string; meaning: string; sql: string }[] = [
  {
    name: 'queued_without_job',
    meaning: 'Queue rows whose job does not exist.',
    sql: `select count(*) as count from (select q.job_id from job_queue q
      where not exists (select from jobs j where j.id = q.job_id) limit 1000) bad`,
  },
  {
    name: 'queued_and_final',
    meaning: 'Jobs that are final and still queued.',
    sql: `select count(*) as count from (select q.job_id from job_queue q
      where exists (select from job_results r where r.job_id = q.job_id) limit 1000) bad`,
  },
  {
    name: 'lost_jobs',
    meaning: 'Jobs of the last day that are neither queued nor final.',
    sql: `select count(*) as count from (select j.id from jobs j
      where j.id >= errand_first_id(now() - interval '1 day')
        and not exists (select from job_queue q where q.job_id = j.id)
        and not exists (select from job_results r where r.job_id = j.id) limit 1000) bad`,
  },
  {
    name: 'impossible_state',
    meaning: 'Queue rows with an unknown state, started without a worker, or with a worker but not started.',
    sql: `select count(*) as count from (select job_id from job_queue
      where ${IMPOSSIBLE_STATE}
      limit 1000) bad`,
  },
  {
    name: 'parked_without_wait',
    meaning: 'Parked jobs without an open wait that could wake them.',
    sql: `select count(*) as count from (select q.job_id from job_queue q where ${IS_PARKED} and run_at > clock_timestamp()
      and not exists (select from job_waits w where w.job_id = q.job_id and w.status = 'open') limit 1000) bad`,
  },
  {
    name: 'started_by_nobody',
    meaning: 'Jobs started by a worker that is not registered.',
    sql: `select count(*) as count from (select q.job_id from job_queue q where q.worker_id is not null
      and not exists (select from workers w where w.id = q.worker_id) limit 1000) bad`,
  },
  {
    name: 'started_not_run',
    meaning: 'Started jobs that their worker, which is alive, does not run.',
    sql: `select count(*) as count from (select from job_queue q join workers w on w.id = q.worker_id
      where ${RUN_BY_NOBODY} limit 1000) bad`,
  },
  {
    name: 'held_differs',
    meaning: 'Accounts whose held credits are not the sum of their jobs’ holds.',
    sql: `select count(*) as count from credit_accounts a
      where a.held <> (select coalesce(sum(q.hold), 0) from job_queue q where q.org_id = a.org_id and q.hold > 0)
        and (a.limited or a.held <> 0)`,
  },
];

/** Counts broken rules. Cheap enough for metrics: reads at most a day of history, and not the ledger. */
export async function findBrokenInvariants(db: Db): Promise<Invariant[]> {
  const found: Invariant[] = [];
  for (const { name, meaning, sql } of INVARIANTS) {
    const rows = await db.query<{ count: number }>(sql);
    found.push({ name, meaning, count: rows[0]!.count });
  }
  return found;
}

/** Finds accounts whose balance differs from the ledger. Reads the whole ledger, so only doctor uses it. */
export async function findWrongBalances(db: Db): Promise<{ orgId: string; balance: number; ledger: number }[]> {
  return db.query<{ orgId: string; balance: number; ledger: number }>(
    `select a.org_id as "orgId", a.balance, coalesce(l.amount, 0) as ledger from credit_accounts a
      left join (select org_id, sum(amount) as amount from credit_ledger group by org_id) l on l.org_id = a.org_id
      where a.balance <> coalesce(l.amount, 0)`,
  );
}

/** What an operator does about each. */
export const invariantFixes: Record<string, string> = {
  queued_without_job:
    'Stop the service, then: delete from job_queue q where not exists (select from jobs j where j.id = q.job_id);',
  queued_and_final:
    'Stop the service, then: delete from job_queue q where exists (select from job_results r where r.job_id = q.job_id);',
  lost_jobs: 'Start them again with POST /v1/agents/jobs/{id}/retry/ and report how this happened.',
  impossible_state: `Stop the service, then: update job_queue set status = ${jobStatus.retry}, worker_id = null, priority = ${priority.normal} where ${IMPOSSIBLE_STATE.replace(/\s+/g, ' ')};`,
  parked_without_wait: 'Requeue them: npx errand jobs requeue ID.',
  started_by_nobody: 'Start npx errand serve: it takes them over within a minute.',
  started_not_run: 'Start or restart npx errand serve: every process requeues such jobs within seconds.',
  held_differs: `Stop the service, then: ${RECOUNT_HELD}`,
};
