import type { Canceller } from '#jobs/queue/cancel-job.ts';
import { refused, type StartUnattended } from '#jobs/start/start-unattended.ts';
import { causedBy } from '#orgs/actor.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { ClaimedRun } from './claim-due.ts';

export type StartDeps = {
  database: Database;
  startUnattended: StartUnattended;
  canceller: Canceller;
  log: Logger;
};

export type Result = { outcome: 'started' | 'skipped' | 'missed' | 'failed'; reason: string | null };

/** Starts the jobs of claimed runs. A result is undefined if the run cannot start now. */
export async function startRuns(deps: StartDeps, runs: ClaimedRun[]): Promise<(Result | undefined)[]> {
  const { system } = deps.database;
  const without = await listWithoutAgents(system, runs);
  const done = await judgeForgotten(
    system,
    runs.filter(({ forgotten }) => forgotten),
  );
  return Promise.all(
    runs.map((run) => done.get(run.id) ?? (without.has(run.schedule.org_id) ? withoutAgents() : startRun(deps, run))),
  );
}

/** Runs whose process is gone: some of their jobs may already exist, and some are too late. */
async function judgeForgotten(system: Db, runs: ClaimedRun[]): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  if (runs.length === 0) return results;
  const there = new Set(await listJobs(system, runs));
  const newer = new Set(await listOvertaken(system, runs));
  const old = databaseNow() - OLD_MS;
  for (const run of runs) {
    const isOld = run.dueAt.getTime() < old && (run.schedule.catch_up === 'none' || newer.has(run.id));
    if (there.has(run.jobId)) results.set(run.id, { outcome: 'started', reason: null });
    else if (isOld)
      results.set(run.id, { outcome: 'missed', reason: 'The process that should have started it ended.' });
  }
  return results;
}

/**
 * Younger runs are always started, so that a dead process loses none. Runs that nobody could start for this long met an
 * outage, after which at most one is caught up.
 */
const OLD_MS = 600_000;

async function startRun({ startUnattended, canceller }: StartDeps, run: ClaimedRun): Promise<Result | undefined> {
  const { schedule, jobId, previousJobId, pressedBy } = run;
  const { org_id: orgId } = schedule;
  if (previousJobId !== null) await canceller.cancelReplaced(orgId, previousJobId);
  const result = await startUnattended({
    jobId,
    orgId,
    userId: schedule.created_by,
    cause: causedBy('schedule', schedule, { behind: pressedBy === null ? [] : [pressedBy] }),
    agentId: schedule.agent_id,
    versionId: schedule.agent_version_id,
    origin: 'schedule',
    inputs: schedule.inputs,
    metadata: schedule.metadata,
    maxCost: schedule.max_cost_per_run,
    // The inputs are the same each time, but every run should give a fresh answer.
    skipCache: true,
  });
  // A run that cannot start now stays claimed, and starts when the database is back.
  return result && { outcome: result.outcome, reason: result.reason };
}

function withoutAgents(): Result {
  const { outcome, reason } = refused(new AppError('feature_disabled'));
  return { outcome, reason };
}

/** Lists organizations that may no longer run agents. */
async function listWithoutAgents(db: Db, runs: ClaimedRun[]): Promise<Set<string>> {
  const ids = [...new Set(runs.map(({ schedule }) => schedule.org_id))];
  const rows = await db.query<{ id: string }>(
    'select id from organizations where id = any ($1::uuid[]) and not agents_enabled',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

async function listJobs(db: Db, runs: ClaimedRun[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from jobs where id = any ($1::uuid[])', [
    runs.map(({ jobId }) => jobId),
  ]);
  return rows.map(({ id }) => id);
}

/** Returns the runs whose schedule has started a later one. */
async function listOvertaken(db: Db, runs: ClaimedRun[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from schedule_runs r where r.id = any ($1::uuid[]) and exists (
       select from schedule_runs n where n.schedule_id = r.schedule_id and n.due_at > r.due_at
         and n.outcome in ('starting', 'started'))`,
    [runs.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}
