import { hasRole } from '@errand/contract/roles.ts';
import type { Snapshot } from '#agents/snapshot.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden, isDatabaseOut } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { inSpan, type Span, SpanKind } from '#platform/tracing.ts';
import { insertLanes } from '../record/lanes-store.ts';
import { isTrial, type Origin } from '../record/model.ts';
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

// Turns requests into accepted jobs. Agents are cached between requests. This is safe because the accepting statement
// compares the cached agent with the stored one, and on a difference the agent is loaded again.

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

  async function startIn(span: Span, requests: RunRequest[], given: StartOptions): Promise<Started[] | Repeated> {
    const options = withLanes(requests, given);
    const files = createInputFiles(deps, options.caller, options.itemName);
    try {
      for (let reload = 0; ; reload += 1) {
        // Awaits only real promises: on the fast path everything is cached.
        const loading = (reload === 0 && options.snapshot) || snapshots.load(options.caller, options.target);
        const snapshot = loading instanceof Promise ? await loading : loading;
        const checking = deps.checkBudget?.(options.caller, snapshot.agentId);
        if (checking instanceof Promise) await checking;
        if (snapshot.isLessApproved || snapshot.needsApproval) refuseBypass(options, snapshot);
        const { collected, problems, isMissing } = collectAll(snapshot, requests, options.origin);
        if (problems.length > 0) {
          // The cached agent may be stale, so the inputs are checked again with a fresh one before they are refused.
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
        if (!('repeatedJobIds' in outcome)) describeAccepted(span, outcome);
        if ('repeatedJobIds' in outcome) {
          await files.discard();
          return outcome;
        }
        if (notifyAccepted(outcome, options.caller.orgId)) return outcome;
        snapshots.forget(options.target);
        if (reload >= RELOADS_MAX)
          throw new AppError('unavailable', { detail: 'The agent is being changed. Try again.', retryAfterSeconds: 1 });
      }
    } catch (error) {
      // If the connection was lost, the jobs may have been accepted and need their files.
      if (!isDatabaseOut(error)) await files.discard();
      throw error;
    }
  }

  /** Counts accepted jobs and wakes workers. Returns false if the agent has changed and no job was accepted. */
  function notifyAccepted(started: Started[], orgId: string): boolean {
    estimates.noteAccount(orgId, started[0]!.accepted.limited);
    const have = (outcome: Accepted['outcome']): boolean =>
      started.some(({ accepted }) => accepted.outcome === outcome);
    if (have('no_credits')) throw new AppError('insufficient_credits');
    if (have('stale')) return false;
    for (const { accepted } of started) counters[accepted.outcome].inc();
    if (have('queued')) wakeups.notify('work', [orgId]);
    return true;
  }

  /** The jobs continue the trace of the span: they are stored with it. */
  const start = (requests: RunRequest[], options: StartOptions): Promise<Started[] | Repeated> =>
    inSpan('job.accept', { kind: SpanKind.PRODUCER }, (span) => startIn(span, requests, options));

  return {
    load: snapshots.load,
    start,
    startOne: (request: RunRequest, options: StartOptions): Promise<Started | Repeated> =>
      start([request], options).then((outcome) => ('repeatedJobIds' in outcome ? outcome : outcome[0]!)),
  };
}

/** Runs that ask for the batch lane are noted with their acceptance. */
function withLanes(requests: RunRequest[], options: StartOptions): StartOptions {
  if (requests.every(({ laneSeconds }) => laneSeconds === undefined)) return options;
  const jobIds = options.jobIds ?? requests.map(() => newId());
  const lanes = requests.flatMap(({ laneSeconds: seconds }, index) =>
    seconds === undefined ? [] : [{ jobId: jobIds[index]!, seconds }],
  );
  return {
    ...options,
    jobIds,
    async alongside(tx, snapshot) {
      await options.alongside?.(tx, snapshot);
      await insertLanes(tx, options.caller.orgId, lanes);
    },
  };
}

function describeAccepted(span: Span, outcome: Started[]): void {
  if (!span.isRecording()) return;
  const [{ job, accepted }] = outcome as [Started];
  span.setAttributes({
    'errand.agent.id': job.agentId,
    'errand.organization.id': job.orgId,
    'errand.job.origin': job.origin,
    'errand.job.outcome': accepted.outcome,
    'errand.job.count': outcome.length,
    ...(outcome.length === 1 && { 'errand.job.id': job.id }),
  });
}

/**
 * Keeps members from naming another version to avoid the approval that the current one needs. A sample shows its result
 * at once, so it is refused wherever approval is needed. Other trials are only measured and sent to nobody.
 */
function refuseBypass({ caller, origin }: StartOptions, { isLessApproved }: Snapshot): void {
  if (hasRole(caller.role, 'admin')) return;
  if (origin === 'sample')
    throw forbidden('A sample run shows its result without the approval of this agent. It needs the role admin.');
  if (!isLessApproved || isTrial(origin)) return;
  throw forbidden(
    'Results of this version need less approval than those of the current version. Running it needs the role admin.',
  );
}

/** Looks the counters up once, because a lookup by label for each job is slow. */
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

/** Whether this is one job with nothing beside it, the common case, which is accepted together with other requests. */
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
  // A rehearsal decides on stored cases, so the agent's inputs do not matter.
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
