import { setTimeout as delay } from 'node:timers/promises';
import type { Connections } from '#connections/use-connection.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { buildEvent, type CompletedJob } from '#webhooks/message/payload.ts';
import { listFailed } from './condition.ts';
import { mapEvent, TooLarge } from './mapping.ts';
import { HOPS_MAX, TOO_MANY_HOPS } from './model.ts';
import { CONDITION } from './receive.ts';
import {
  deleteOldRuns,
  findHops,
  listJobs,
  type RunResult,
  type RunRow,
  recordResults,
  TAKE_MAX,
  takeRuns,
} from './runs-store.ts';
import { refusedByFeature, type StartEvent } from './start-event.ts';
import { type ListeningTrigger, listByIds } from './store.ts';
import { watchStorage } from './watch-storage.ts';

// Handles events that wait in the database: those of ended jobs, and those that a dead process has left. Every worker
// has a runner, which skips rows that another one has locked.

export type RunnerDeps = {
  database: Database;
  connections: Connections;
  log: Logger;
  startEvent: StartEvent;
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
};

const LOOK_MS = 500;
const WATCH_MS = 1_000;
const PRUNE_MS = 3_600_000;
const DAY_MS = 86_400_000;
export const RUN_DAYS = 30;
/** After this time, another process takes over the events. */
const PATIENCE_MS = 10_000;

export function createRunner(deps: RunnerDeps) {
  const { database, log } = deps;
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  let prunedAt = performance.now();

  async function look(): Promise<boolean> {
    const runs = await takeRuns(database.system);
    if (runs.length > 0) {
      const results = await handleRuns(deps, runs);
      await persistently(() => recordResults(database.system, results), PATIENCE_MS);
    }
    if (performance.now() - prunedAt >= PRUNE_MS) {
      prunedAt = performance.now();
      await deleteOldRuns(database.system, firstIdAt(databaseNow() - RUN_DAYS * DAY_MS));
    }
    return runs.length === TAKE_MAX;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let hasMore = false;
      try {
        if (database.state.current().writable) hasMore = await look();
      } catch (error) {
        log.warn({ err: error, event: 'trigger.look' }, 'looking for events of triggers failed; it is tried again');
      }
      if (!hasMore) await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Runs in its own loop, because a storage may respond slowly. */
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      let hasMore = false;
      try {
        if (database.state.current().writable) hasMore = await watchStorage({ ...deps, signal: stopping.signal });
      } catch (error) {
        log.warn({ err: error, event: 'trigger.watch' }, 'looking for objects of triggers failed; it is tried again');
      }
      if (!hasMore) await delay(WATCH_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start(): void {
      loop = Promise.all([run(), watch()]).then(() => undefined);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}

async function handleRuns(deps: RunnerDeps, runs: RunRow[]): Promise<RunResult[]> {
  const { system } = deps.database;
  const sourceIds = runs.flatMap(({ source_job_id: id }) => id ?? []);
  const [triggers, there, hops, jobs] = [
    await listByIds(system, [...new Set(runs.map((run) => run.trigger_id))]),
    await listJobs(
      system,
      runs.map((run) => run.job_id!),
    ),
    await findHops(system, sourceIds),
    await deps.findJobs(sourceIds),
  ];
  const results = await Promise.all(
    runs.map(async (run): Promise<RunResult | undefined> => {
      const hop = run.source_job_id === null ? run.hops : (hops.get(run.source_job_id) ?? 0) + 1;
      const end = (outcome: RunResult['outcome'], reason: string | null): RunResult => ({
        id: run.id,
        outcome,
        reason,
        hops: hop,
      });
      if (there.has(run.job_id!)) return end('started', null);
      const trigger = triggers.get(run.trigger_id);
      if (trigger === undefined) return end('skipped', 'The trigger was deleted.');
      if (!trigger.enabled) return end('skipped', 'The trigger is off.');
      if (hop > HOPS_MAX) return end('skipped', TOO_MANY_HOPS);
      const mapped = mapRun(trigger, run, jobs);
      if ('outcome' in mapped) return end(mapped.outcome, mapped.reason);
      const result = trigger.agents_enabled
        ? await deps.startEvent(trigger, { ...run, inputs: mapped.inputs })
        : refusedByFeature();
      return result && end(result.outcome, result.reason);
    }),
  );
  return results.filter((result) => result !== undefined);
}

type Mapped = { inputs: Record<string, unknown> } | { outcome: 'skipped' | 'failed'; reason: string };

/** A run that was recorded with inputs has already met its condition. */
function mapRun(trigger: ListeningTrigger, run: RunRow, jobs: Map<string, CompletedJob>): Mapped {
  if (run.inputs !== null) return { inputs: run.inputs };
  const job = run.source_job_id === null ? undefined : jobs.get(run.source_job_id);
  if (job === undefined) return { outcome: 'failed', reason: 'The job that ended no longer exists.' };
  const event = buildEvent(job, new Date(databaseNow()));
  const [failed] = listFailed(trigger.condition, event);
  if (failed !== undefined) return { outcome: 'skipped', reason: `${CONDITION}: ${failed.path} ${failed.op}.` };
  try {
    return { inputs: mapEvent(trigger.mapping, event) };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { outcome: 'failed', reason: error.message };
  }
}
