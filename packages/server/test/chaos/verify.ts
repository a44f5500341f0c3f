import { setTimeout as delay } from 'node:timers/promises';
import { findBrokenInvariants } from '#jobs/queue/invariants.ts';
import { firstIdAt } from '#platform/ids.ts';
import type { Cluster } from './cluster.ts';
import { checkDeliveries } from './judge-deliveries.ts';
import { checkResult, checkState, checkSteps, checkTakeover, type JobRow, type StepRow } from './judge-jobs.ts';
import { checkBatches, checkLedger } from './judge-money.ts';
import { checkClocks, checkRequests, checkStatements, checkUploads } from './judge-requests.ts';
import type { Entry, Tenant } from './load.ts';
import { checkHealed, checkReadiness, type ReadinessWatch } from './readiness.ts';

// The judge: what must be true when everything has healed, whatever happened before.

export type Report = {
  violations: string[];
  jobs: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  byStatus: Record<string, number>;
  /** From the fault to the next start of each job that it interrupted, where somebody was there to start it. */
  takeoverMs: number[];
  /** Jobs whose worker noticed that it had claimed them without hearing of it. */
  orphaned: number;
  /** Steps that were done again because their process was interrupted in them. */
  repeatedSteps: number;
  /** Calls at the model, and those that were billed. */
  calls: number;
  billed: number;
  /** Messages at the receiver, without repetitions. */
  webhooks: number;
  batches: number;
  statements: number;
  uploads: number;
  /** From the end of the last fault until nothing was left to do, without new traffic. */
  healMs: number;
};

/** A process that could not measure PostgreSQL's clock well dates ids a bit early. */
const CLOCK_MS = 5_000;

/** What is not over: jobs, statements, messages. */
const OPEN = `select (select count(*) from job_queue)
  + (select count(*) from worksheet_queries where finished_at is null)
  + (select count(*) from webhook_deliveries where status = 'pending') as count`;

/** Waits until nothing is left to do. Whatever is then open is stuck, and the judge finds it. */
export async function heal(cluster: Cluster, limitMs: number): Promise<number> {
  const startedAt = Date.now();
  while (Date.now() < startedAt + limitMs) {
    const rows = await cluster.database.system.query<{ count: number }>(OPEN).catch(() => undefined);
    if (rows?.[0]?.count === 0) break;
    await delay(200);
  }
  return Date.now() - startedAt;
}

export async function verify(
  cluster: Cluster,
  history: { tenants: Tenant[]; entries: Entry[]; since: number; readiness?: ReadinessWatch; healMs: number },
): Promise<Report> {
  const { tenants, entries } = history;
  const db = cluster.database.system;
  const violations = [...cluster.unexpected];
  // Each round has tenants of its own.
  const own = [firstIdAt(history.since - CLOCK_MS), tenants.map(({ orgId }) => orgId)];
  const jobs = await db.query<JobRow>(
    `select j.id, j.org_id, j.inputs, j.metadata, j.retried_from, j.batch_id, j.created_at, j.timeout_seconds,
        q.job_id is not null as queued, r.status, r.attempt, r.cost, r.outputs, r.error_message, r.events, r.source_job_id
      from jobs j left join job_results r on r.job_id = j.id left join job_queue q on q.job_id = j.id
      where j.id >= $1 and j.org_id = any($2) order by j.id`,
    own,
  );
  const steps = Map.groupBy(
    await db.query<StepRow>(
      'select job_id, key, status, started_at, duration_ms, cost from job_steps where job_id >= $1 and org_id = any($2) order by seq',
      own,
    ),
    (step) => step.job_id,
  );
  const sights = Map.groupBy(cluster.witness.sights, (sight) => sight.jobId);
  const known = new Map(jobs.map((job) => [job.id, job]));
  const takeoverMs: number[] = [];
  const total = { calls: 0, billed: 0, excused: 0 };

  for (const job of jobs) {
    const fail = (text: string): void => {
      violations.push(`job ${job.id}: ${text} ${JSON.stringify(job.events)}`);
    };
    const done = steps.get(job.id) ?? [];
    const seen = sights.get(job.id) ?? [];
    checkState(job, fail);
    checkResult(job, done, fail);
    const { calls, billed, excused } = checkSteps(job, done, seen, cluster, fail);
    total.calls += calls;
    total.billed += billed;
    total.excused += excused;
    takeoverMs.push(...checkTakeover(job, seen, cluster, fail));
  }
  checkRequests(entries, jobs, known, violations);
  checkClocks(entries, known, violations);
  await checkLedger(cluster, own, known, violations);
  const batches = await checkBatches(cluster, entries, jobs, violations);
  const statements = await checkStatements(cluster, entries, jobs, violations);
  const uploads = await checkUploads(cluster, entries, violations);
  const webhooks = await checkDeliveries(cluster, tenants, jobs, violations);
  if (history.readiness) {
    checkReadiness(history.readiness.said, cluster, violations);
    await checkHealed(cluster, violations);
  }
  await checkDatabase(cluster, violations);

  const acknowledged = new Set(entries.flatMap((entry) => entry.jobIds));
  return {
    violations,
    jobs: jobs.length,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => known.get(id)?.status == null).length,
    doubled: violations.filter((text) => text.includes('doubled')).length,
    byStatus: Object.fromEntries(
      [...Map.groupBy(jobs, (job) => String(job.status))].map(([status, group]) => [status, group.length]),
    ),
    takeoverMs,
    orphaned: jobs.filter((job) => job.events?.some(({ error }) => error?.startsWith('The connection to the'))).length,
    repeatedSteps: total.excused,
    calls: total.calls,
    billed: total.billed,
    webhooks,
    batches,
    statements,
    uploads,
    healMs: history.healMs,
  };
}

async function checkDatabase(cluster: Cluster, violations: string[]): Promise<void> {
  const db = cluster.database.system;
  for (const { name, count } of await findBrokenInvariants(db)) {
    if (count !== 0) violations.push(`invariant ${name}: ${count}`);
  }
  // They would be resolved and repeated; but whoever takes locks in a fixed order has none.
  const [{ deadlocks } = { deadlocks: 0 }] = await db.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  if (deadlocks > 0) violations.push(`${deadlocks} deadlocks`);
}
