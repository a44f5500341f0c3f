import { hasRole } from '@errand/contract/roles.ts';
import type { Snapshot } from '#agents/snapshot.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden, isDatabaseOut } from '#platform/errors.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Origin } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { Acceptor } from './accept.ts';
import { acceptTogether } from './accept-together.ts';
import { createEstimates } from './estimates.ts';
import { createInputFiles } from './input-files.ts';
import { type CollectedInput, collectInputs } from './inputs.ts';
import type { Accepted } from './insert-jobs.ts';
import { type InputProblem, InvalidRuns } from './invalid-runs.ts';
import { type MadeJob, makeJobs } from './make-jobs.ts';
import type { RunRequest } from './run-request.ts';
import { createSnapshots } from './snapshots.ts';
import type { CheckBudget, Repeated, Started, StartOptions } from './start-options.ts';

// From a request to accepted jobs. Agents are remembered between requests; that is safe because the accepting
// statement compares what was remembered with what is, and a difference sends us back to read again.

const RELOADS_MAX = 5;

export type Starter = ReturnType<typeof createStarter>;

export function createStarter(deps: {
  database: Database;
  storage: Storage;
  acceptor: Acceptor;
  wakeups: Wakeups;
  metrics: Metrics;
  jobTimeoutSeconds: number;
  checkBudget?: CheckBudget | undefined;
}) {
  const { database, acceptor, wakeups, metrics } = deps;
  const snapshots = createSnapshots(database);
  const estimates = createEstimates(database.queue);
  const counters = countersOf(metrics);

  async function start(requests: RunRequest[], options: StartOptions): Promise<Started[] | Repeated> {
    const files = createInputFiles(deps, options.caller, options.itemName);
    try {
      for (let reload = 0; ; reload += 1) {
        // What is known is not waited for.
        const loading = (reload === 0 && options.snapshot) || snapshots.load(options.caller, options.target);
        const snapshot = loading instanceof Promise ? await loading : loading;
        const checking = deps.checkBudget?.(options.caller, snapshot.agentId);
        if (checking instanceof Promise) await checking;
        if (snapshot.isLessApproved) refuseBypass(options);
        const { collected, problems, isMissing } = collectAll(snapshot, requests, options.origin);
        if (problems.length > 0) {
          // What was remembered of the agent may be old: its inputs are judged by what they are now.
          if (reload === 0) {
            snapshots.forget(options.target);
            continue;
          }
          throw new InvalidRuns(problems, options.itemName, isMissing ? 'missing_inputs' : 'invalid_inputs');
        }
        const storing = files.store(collected);
        const stored = storing instanceof Promise ? await storing : storing;
        const learning = estimates.averageCost(snapshot.agentId, options.caller.orgId);
        const averageCost = learning instanceof Promise ? await learning : learning;
        const secondsMax = deps.jobTimeoutSeconds;
        const jobs = makeJobs(snapshot, requests, { collected, files: stored, averageCost, secondsMax, options });
        const outcome = isLone(jobs, options)
          ? [{ job: jobs[0]!.job, accepted: await acceptor.accept(jobs[0]!.job), snapshot }]
          : await acceptTogether(database, jobs, snapshot, options);
        if ('repeatedJobIds' in outcome) {
          await files.discard();
          return outcome;
        }
        if (tellAccepted(outcome, options.caller.orgId)) return outcome;
        snapshots.forget(options.target);
        if (reload >= RELOADS_MAX)
          throw new AppError('unavailable', { detail: 'The agent is being changed. Try again.', retryAfterSeconds: 1 });
      }
    } catch (error) {
      // With a lost connection the jobs may have been accepted after all.
      if (!isDatabaseOut(error)) await files.discard();
      throw error;
    }
  }

  /** Tells whom it concerns of accepted jobs; false: the agent has changed meanwhile, and none was accepted. */
  function tellAccepted(started: Started[], orgId: string): boolean {
    estimates.noteAccount(orgId, started[0]!.accepted.limited);
    const have = (outcome: Accepted['outcome']): boolean =>
      started.some(({ accepted }) => accepted.outcome === outcome);
    if (have('no_credits')) throw new AppError('insufficient_credits');
    if (have('stale')) return false;
    for (const { accepted } of started) counters[accepted.outcome].inc();
    if (have('queued')) wakeups.tell('work', [orgId]);
    return true;
  }

  return {
    load: snapshots.load,
    start,
    startOne: (request: RunRequest, options: StartOptions): Promise<Started | Repeated> =>
      start([request], options).then((outcome) => ('repeatedJobIds' in outcome ? outcome : outcome[0]!)),
  };
}

/** Naming another version is no way around the approval of the current one. */
function refuseBypass({ caller, origin }: StartOptions): void {
  if (hasRole(caller.role, 'admin') || TRIALS.includes(origin)) return;
  throw forbidden(
    'Results of this version need less approval than those of the current one. Running it needs the role admin.',
  );
}

/** Their results are figures, and get out to nobody. */
const TRIALS: readonly string[] = ['evaluation', 'rehearsal'];

/** Looked up once: by name it would take longer than many a check. */
function countersOf({ accepted }: Metrics): Record<Accepted['outcome'], { inc(): void }> {
  const of = (outcome: Accepted['outcome']) => accepted.labels({ outcome });
  return {
    queued: of('queued'),
    started: of('started'),
    cached: of('cached'),
    cached_failure: of('cached_failure'),
    stale: of('stale'),
    no_credits: of('no_credits'),
  };
}

/** The common case, one job and nothing beside it, travels with everybody else's. */
const isLone = (made: MadeJob[], options: StartOptions): boolean =>
  made.length === 1 &&
  made[0]!.fileIds.length === 0 &&
  options.idempotency === undefined &&
  options.alongside === undefined;

function collectAll(
  snapshot: Snapshot,
  requests: RunRequest[],
  origin: Origin,
): { collected: CollectedInput[][]; problems: InputProblem[]; isMissing: boolean } {
  // What a rehearsal decides on are stored cases, and not what the agent takes.
  if (origin === 'rehearsal') return { collected: requests.map(() => []), problems: [], isMissing: false };
  const problems: InputProblem[] = [];
  let isMissing = false;
  const collected = requests.map((request, index) => {
    const { inputs, problems: found, isMissing: lacks } = collectInputs(snapshot.version.inputDefinitions, request);
    isMissing ||= lacks;
    for (const text of found) problems.push({ index, text });
    return inputs;
  });
  return { collected, problems, isMissing };
}
