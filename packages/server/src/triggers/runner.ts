import type { Connections } from '#connections/use-connection.ts';
import { causedByJob, type Link, listLinksOfJobs, listUntrusted } from '#orgs/actor.ts';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { end, RELEASE } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import { createLoop, type Loop } from '#platform/leased-work/loop.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { inTrace } from '#platform/tracing.ts';
import { buildEvent, type CompletedJob } from '#webhooks/message/payload.ts';
import { listFailed } from './condition.ts';
import { mapEvent, TooLarge } from './mapping.ts';
import { HOPS_MAX, TOO_MANY_HOPS } from './model.ts';
import { CONDITION } from './receive.ts';
import { DUE_COLUMNS, findHops, findTraces, listJobs, type RunRow, triggerRunRows } from './runs-store.ts';
import type { StartEvent } from './start-event.ts';
import { type ListeningTrigger, listByIds } from './store.ts';
import { watchStorage } from './watch-storage.ts';

// Handles events that wait in the database, as leased work: those of ended jobs, and those that a dead process has left.

export type RunnerDeps = {
  database: Database;
  connections: Connections;
  log: Logger;
  startEvent: StartEvent;
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
};

export const RUN_DAYS = 30;
const AT_ONCE = 200;
/** Storage triggers look this often for new ones that are due. */
const WATCH_MS = 1_000;

export function createRunner({ kit, ...deps }: RunnerDeps & { kit: WorkKit }): {
  work: LeasedWork<RunRow>;
  watch: Loop;
} {
  const { database, log } = deps;
  const stopping = new AbortController();
  // Events that are due together are looked up together.
  const batch = createBatcher<RunRow, RunResult | undefined>({
    flush: (runs) => handleRuns(deps, runs),
    itemsMax: AT_ONCE,
  });
  const work = kit.define<RunRow>({
    rows: triggerRunRows,
    columns: DUE_COLUMNS,
    atOnce: AT_ONCE,
    renewed: true,
    delaysSeconds: [5, 15, 60, 300],
    prune: [{ days: RUN_DAYS }, { days: 0, where: 'not exists (select from triggers g where g.id = t.trigger_id)' }],
    async run(run) {
      const result = await batch.add(run);
      if (result === undefined) return RELEASE;
      const jobId = result.outcome === 'started' && result.case_alert_id === null ? run.job_id : null;
      return end({ ...result, inputs: null, job_id: jobId });
    },
    onFailure(error, { id }, isLast) {
      log.warn({ err: error, event: 'trigger.failed', run: id }, 'handling an event of a trigger failed');
      return isLast ? { outcome: 'failed', reason: 'Internal error. See the server log.', job_id: null } : {};
    },
  });
  // In its own loop, because a storage may respond slowly.
  const watch = createLoop({
    name: 'trigger.watch',
    log,
    state: database.state,
    idleMs: WATCH_MS,
    look: () => watchStorage({ ...deps, signal: stopping.signal }),
  });
  return {
    work,
    watch: {
      ...watch,
      async stop() {
        stopping.abort();
        await watch.stop();
      },
    },
  };
}

type RunResult = {
  outcome: 'started' | 'skipped' | 'failed';
  reason: string | null;
  hops: number;
  case_alert_id: string | null;
};

async function handleRuns(deps: RunnerDeps, runs: RunRow[]): Promise<(RunResult | undefined)[]> {
  const { system } = deps.database;
  const sourceIds = runs.flatMap(({ source_job_id: id }) => id ?? []);
  const [triggers, there, hops, jobs, links, read, traces] = [
    await listByIds(system, [...new Set(runs.map((run) => run.trigger_id))]),
    await listJobs(
      system,
      runs.map((run) => run.job_id!),
    ),
    await findHops(system, sourceIds),
    await deps.findJobs(sourceIds),
    await listLinksOfJobs(system, sourceIds),
    await listUntrusted(system, sourceIds),
    await findTraces(system, sourceIds),
  ];
  return Promise.all(
    runs.map(async (run): Promise<RunResult | undefined> => {
      const hop = run.source_job_id === null ? run.hops : (hops.get(run.source_job_id) ?? 0) + 1;
      const end = (outcome: RunResult['outcome'], reason: string | null, alertId: string | null = null): RunResult => ({
        outcome,
        reason,
        hops: hop,
        case_alert_id: alertId,
      });
      if (there.has(run.job_id!)) return end('started', null);
      const trigger = triggers.get(run.trigger_id);
      if (trigger === undefined) return end('skipped', 'The trigger was deleted.');
      if (!trigger.enabled) return end('skipped', 'The trigger is off.');
      if (hop > HOPS_MAX) return end('skipped', TOO_MANY_HOPS);
      const mapped = mapRun(trigger, run, jobs);
      if ('outcome' in mapped) return end(mapped.outcome, mapped.reason);
      const behind = behindOf(run, links, read);
      if (trigger.agent_id === null && behind.some(isPlaybook)) return end('skipped', OF_A_CASE);
      const start = () => deps.startEvent(trigger, { ...run, inputs: mapped.inputs }, behind);
      // Runs of several traces are handled together. What a job starts belongs to its trace.
      const trace = run.trace ?? traces.get(run.source_job_id ?? '');
      const result = await inTrace(trace, start);
      return result && end(result.outcome, result.reason, 'alertId' in result ? result.alertId : null);
    }),
  );
}

/** Playbooks act in the name of the service. */
const isPlaybook = ({ kind, id }: Link): boolean => kind === 'system' && id !== null;
/** Its alert would start the playbook again, and so on for ever. */
const OF_A_CASE = 'A playbook started the job, so its case knows the result already.';

const behindOf = ({ source_job_id: id }: RunRow, links: Map<string, Link[]>, read: Map<string, string[]>): Link[] =>
  id === null ? [] : causedByJob(id, links.get(id) ?? [], read.get(id));

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
