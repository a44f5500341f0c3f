import type { Snapshot } from '#agents/snapshot.ts';
import { linkFiles } from '#files/store.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidInputs, isDatabaseOut } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { createLru } from '#platform/lru.ts';
import type { Metrics } from '#platform/metrics.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type CacheMode, JOB_SECONDS_MAX, jobStatus, type Origin, roundCost } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import { type Acceptor, findAccepted } from './accept.ts';
import { cacheKey } from './cache-key.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from './idempotency.ts';
import { createInputFiles, type StoredFiles } from './input-files.ts';
import { type CollectedInput, collectInputs, toJobInputs } from './inputs.ts';
import { type Accepted, insertJobs, type NewJob } from './insert-jobs.ts';
import type { RunRequest } from './run-request.ts';
import { createSnapshots, type Target } from './snapshots.ts';

// From a request to accepted jobs. Agents are remembered between requests; that is safe because the accepting
// statement compares what was remembered with what is, and a difference sends us back to read again.

const RELOADS_MAX = 5;
/** Whose average is what the next one will cost. */
const RECENT_JOBS = 20;

export type StartOptions = {
  caller: Caller;
  target: Target;
  origin: Origin;
  priority: number;
  skipCache: boolean;
  batchId?: string;
  retriedFrom?: string;
  /** Places within the batch; default: in order from 0. */
  batchIndexes?: number[];
  /** For calls with many items: what messages call one of them. */
  itemName?: (index: number) => string;
  idempotency?: Omit<IdempotencyClaim, 'jobIds' | 'orgId'> | undefined;
  /** Run here and now when the cache has no answer. */
  workerId?: string | undefined;
  /** The target as the caller loaded it a moment ago. */
  snapshot?: Snapshot;
  /** Also written in the accepting transaction. */
  alongside?: (tx: Db, snapshot: Snapshot) => Promise<void>;
};

export type Started = { job: NewJob; accepted: Accepted; snapshot: Snapshot };
/** An earlier call with the same idempotency key made these jobs, or this batch. */
export type Repeated = { repeatedJobIds: string[] };

export type Starter = ReturnType<typeof createStarter>;

export function createStarter(deps: {
  database: Database;
  storage: Storage;
  acceptor: Acceptor;
  wakeups: Wakeups;
  metrics: Metrics;
  jobTimeoutSeconds: number;
}) {
  const { database, acceptor, wakeups, metrics } = deps;
  const snapshots = createSnapshots(database);
  const averages = createLru<string, { cost: number; jobs: number; at: number }>(5_000);
  /** Organizations whose account was limited when they last started something. */
  const limited = createLru<string, true>(10_000);
  const counters = countersOf(metrics);

  /** What jobs of this agent cost lately: the hold on a limited account when the request names no cap. */
  function estimate(agentId: string, orgId: string): number | Promise<number> {
    const known = averages.get(agentId);
    // The first jobs of an agent change the average from one moment to the next: what was remembered before them is
    // nothing, and any number of starts would fit into it.
    const isSettled = known !== undefined && (known.jobs === RECENT_JOBS || limited.get(orgId) === undefined);
    return isSettled && Date.now() - known.at < 10_000 ? known.cost : learnAverage(agentId);
  }

  async function learnAverage(agentId: string): Promise<number> {
    const rows = await database.queue.query<{ cost: number | null; jobs: number }>(
      `select avg(cost) as cost, count(*)::int as jobs from (select cost from job_results
        where agent_id = $1 and status = ${jobStatus.success} order by job_id desc limit ${RECENT_JOBS}) recent`,
      [agentId],
    );
    const cost = roundCost(rows[0]!.cost ?? 0);
    averages.set(agentId, { cost, jobs: rows[0]!.jobs, at: Date.now() });
    return cost;
  }

  async function start(requests: RunRequest[], options: StartOptions): Promise<Started[] | Repeated> {
    const label = (problem: string, index: number): string =>
      options.itemName
        ? `${options.itemName(index)}: ${problem.replace(/^[RI]/, (letter) => letter.toLowerCase())}`
        : problem;
    const files = createInputFiles(deps, options.caller, label);
    try {
      for (let reload = 0; ; reload += 1) {
        // What is known is not waited for.
        const loading = (reload === 0 && options.snapshot) || snapshots.load(options.caller, options.target);
        const snapshot = loading instanceof Promise ? await loading : loading;
        const { collected, problems } = collectAll(snapshot, requests, label);
        if (problems.length > 0) {
          // What was remembered of the agent may be old: its inputs are judged by what they are now.
          if (reload === 0) {
            snapshots.forget(options.target);
            continue;
          }
          throw invalidInputs(problems);
        }
        const storing = files.store(collected);
        const stored = storing instanceof Promise ? await storing : storing;
        const learning = estimate(snapshot.agentId, options.caller.orgId);
        const average = learning instanceof Promise ? await learning : learning;
        const jobs = makeJobs(snapshot, requests, collected, { files: stored, average, options });
        const outcome = isLone(jobs, options)
          ? [{ job: jobs[0]!.job, accepted: await acceptor.accept(jobs[0]!.job), snapshot }]
          : await acceptTogether(jobs, snapshot, options);
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
    if (started[0]!.accepted.limited) limited.set(orgId, true);
    else limited.delete(orgId);
    const have = (outcome: Accepted['outcome']): boolean =>
      started.some(({ accepted }) => accepted.outcome === outcome);
    if (have('no_credits')) throw new AppError('insufficient_credits');
    if (have('stale')) return false;
    for (const { accepted } of started) counters[accepted.outcome].inc();
    if (have('queued')) wakeups.tell('work', [orgId]);
    return true;
  }

  function makeJobs(
    snapshot: Snapshot,
    requests: RunRequest[],
    collected: CollectedInput[][],
    { files, average, options }: { files: StoredFiles; average: number; options: StartOptions },
  ): { job: NewJob; fileIds: string[] }[] {
    const { caller, target } = options;
    const cacheMode: CacheMode = snapshot.disableCache ? 'disabled' : options.skipCache ? 'skipped' : 'read';
    return requests.map((request, index) => {
      const { jobInputs, fileIds, content } = toJobInputs(collected[index]!, files);
      const inputsText = JSON.stringify(jobInputs);
      const job: NewJob = {
        id: newId(),
        orgId: caller.orgId,
        agentId: snapshot.agentId,
        versionId: snapshot.version.id,
        seen: {
          // A run that names its version does not care which one is current.
          currentVersionId: namesVersion(target, snapshot) ? null : snapshot.currentVersionId,
          disableCache: snapshot.disableCache,
        },
        policyVersionId: snapshot.policyVersionId,
        batchId: options.batchId ?? null,
        batchIndex: options.batchId === undefined ? null : (options.batchIndexes?.[index] ?? index),
        retriedFrom: options.retriedFrom ?? null,
        origin: options.origin,
        creatorId: caller.userId,
        inputs: jobInputs,
        inputsText,
        metadata: request.metadata,
        cacheKey: cacheKey(snapshot, content ?? inputsText),
        cacheMode,
        timeoutSeconds: Math.min(
          request.timeoutSeconds ?? deps.jobTimeoutSeconds,
          deps.jobTimeoutSeconds,
          JOB_SECONDS_MAX,
        ),
        maxCost: request.maxCost ?? null,
        estimate: request.maxCost ?? average,
        priority: options.priority,
        workerId: options.workerId ?? null,
      };
      return { job, fileIds };
    });
  }

  /** The common case, one job and nothing beside it, travels with everybody else's. */
  const isLone = (made: { fileIds: string[] }[], options: StartOptions): boolean =>
    made.length === 1 &&
    made[0]!.fileIds.length === 0 &&
    options.idempotency === undefined &&
    options.alongside === undefined;

  async function acceptTogether(
    made: { job: NewJob; fileIds: string[] }[],
    snapshot: Snapshot,
    options: StartOptions,
  ): Promise<Started[] | Repeated> {
    const links = made.flatMap(({ job, fileIds }) => fileIds.map((fileId) => ({ jobId: job.id, fileId })));
    const jobs = made.map(({ job }) => job);
    const jobIds = options.batchId === undefined ? jobs.map(({ id }) => id) : [options.batchId];
    const started = (outcomes: Accepted[]): Started[] =>
      jobs.map((job, index) => ({ job, accepted: outcomes[index]!, snapshot }));
    // All or nothing: whether a try whose answer was lost was committed shows in any of its jobs.
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
      // One statement: a second one would find the credits held by the first, though one job's worth is enough.
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

  return {
    load: snapshots.load,
    start,
    startOne: (request: RunRequest, options: StartOptions): Promise<Started | Repeated> =>
      start([request], options).then((outcome) => ('repeatedJobIds' in outcome ? outcome : outcome[0]!)),
  };
}

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

/** Carries the outcomes out of a transaction that must not be committed. */
class Refused extends Error {
  readonly started: Started[];
  constructor(started: Started[]) {
    super('refused');
    this.started = started;
  }
}

const namesVersion = (target: Target, snapshot: Snapshot): boolean =>
  target.versionId !== undefined || target.agentId === snapshot.version.id;

function collectAll(
  snapshot: Snapshot,
  requests: RunRequest[],
  label: (problem: string, index: number) => string,
): { collected: CollectedInput[][]; problems: string[] } {
  const problems: string[] = [];
  const collected = requests.map((request, index) => {
    const { inputs, problems: found } = collectInputs(snapshot.version.inputDefinitions, request);
    for (const problem of found) problems.push(label(problem, index));
    return inputs;
  });
  // A thousand bad items need no thousand messages each.
  return { collected, problems: problems.slice(0, 1_000) };
}
