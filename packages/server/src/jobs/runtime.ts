import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExecutableVersion, findExecutableVersion } from '#agents/executable.ts';
import type { LoadOrgModels } from '#engines/models/org-models.ts';
import type { Capabilities } from '#engines/offer/capabilities.ts';
import type { Fleet } from '#engines/offer/fleet.ts';
import type { EngineRegistry } from '#engines/registry.ts';
import type { Toolbox } from '#engines/toolbox.ts';
import { behindJob } from '#orgs/actor.ts';
import { causedWithin } from '#orgs/causes.ts';
import { createAttendance } from '#platform/attendance.ts';
import type { Database, Db } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createLru } from '#platform/lru.ts';
import type { Background } from '#platform/main-thread/background.ts';
import type { Metrics } from '#platform/metrics.ts';
import { persistently } from '#platform/persist.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { SecretBox } from '#secrets/box.ts';
import { billLate, type LateAnswer } from './execute/bill-late-answer.ts';
import { createDeltaWriter } from './execute/delta-writer.ts';
import { endTaken } from './execute/end-taken.ts';
import { createExecutor } from './execute/execute-job.ts';
import { createOutside } from './execute/outside.ts';
import { createProgress } from './execute/progress.ts';
import type { FindSpentBudget } from './execute/step-journal.ts';
import { traceAttempt } from './execute/trace-attempt.ts';
import type { FindTrial } from './execute/trial.ts';
import { createMaintenance } from './maintenance.ts';
import { createCanceller } from './queue/cancel-job.ts';
import { createFinisher } from './queue/finish.ts';
import { wakeJob } from './queue/release.ts';
import { createWorker } from './queue/worker.ts';
import { findCompletedJobs } from './read/completed-jobs.ts';
import { createDeltaFeed } from './read/delta-feed.ts';
import { createNews } from './record/news.ts';
import { createWakeups } from './record/wakeups.ts';
import { createWatcher } from './record/watch.ts';
import { createReviewSweep } from './reviews/sweep.ts';
import { createAcceptor } from './start/accept.ts';
import { createStarter } from './start/start-job.ts';
import type { CheckBudget } from './start/start-options.ts';
import { createWaitSweep } from './waits/sweep.ts';
import { wakeLane } from './waits/wake-lane.ts';

// Assembles the parts of the jobs domain for one process.

export type JobRuntimeOptions = {
  database: Database;
  /** Who pays for the time of the main thread. */
  background: Background;
  storage: Storage;
  registry: EngineRegistry;
  toolbox: Toolbox;
  loadModels: LoadOrgModels;
  capabilities: Capabilities;
  fleet: Fleet;
  metrics: Metrics;
  log: Logger;
  role: 'all' | 'api' | 'worker';
  version: string;
  concurrency: number;
  orgConcurrency: number;
  shutdownMs: number;
  jobTimeoutSeconds: number;
  alone: boolean;
  /** Opens the secrets of configurations. */
  box: SecretBox;
  /** Base of the addresses that engines write into outputs. */
  publicUrl(): string;
  /** Finds what jobs of evaluations and rehearsals do differently. */
  findTrial: FindTrial;
  /** Throws if a budget that stops new jobs is spent. */
  checkBudget?: CheckBudget;
  /** Finds a budget that stops running jobs before their next call of a model. */
  findSpentBudget?: FindSpentBudget;
  /** Called with the webhooks that have something to deliver for jobs that ended here. */
  onPublished?(webhookIds: string[]): void;
  /** Called when a credential, a session or a membership has changed in another process. */
  onAccess?(): void;
};

export type JobRuntime = ReturnType<typeof createJobRuntime>;

export function createJobRuntime(options: JobRuntimeOptions) {
  const { database, storage, metrics, log } = options;
  const processId = crypto.randomUUID();
  const stopping = new AbortController();
  // Every waiting caller adds a listener.
  setMaxListeners(0, stopping.signal);
  const callers = createAttendance();
  const wakeups = createWakeups({ database, log, selfId: processId, onAccess: options.onAccess });
  const news = createNews(wakeups);
  const words = createDeltaFeed({ database, wakeups, log });
  const acceptor = createAcceptor(database);
  const finisher = createFinisher(database, options.onPublished);
  const execute = createExecution(options, { news, words, wakeups, finisher });
  const worker = createWorker({
    database,
    mustWait: options.background.mustWait,
    log,
    metrics,
    wakeups,
    concurrency: options.concurrency,
    role: options.role,
    version: options.version,
    capabilities: JSON.stringify(options.capabilities),
    // A process without the API has nobody to report missing engine requirements to.
    ...(options.role !== 'worker' && { onFleet: options.fleet.set }),
    claims: options.role !== 'api',
    orgConcurrency: options.orgConcurrency,
    alone: options.alone,
    run: async (job, control) => {
      news.notify(job.jobId);
      const activity = { kind: 'job', id: job.jobId, org: job.orgId, claim: job.claim } as const;
      const attempt = () => traceAttempt(job, (span) => execute(job, control, span));
      await options.background.during(activity, () => causedWithin(behindJob(job.jobId), attempt));
    },
    async endJobs(tx, jobs, why) {
      await endTaken(tx, jobs, why);
      for (const _ of jobs) metrics.finished.inc({ status: 'failure' });
    },
  });
  const watcher = createWatcher({ database, wakeups, log });
  const starter = createStarter({
    database,
    storage,
    acceptor,
    wakeups,
    metrics,
    jobTimeoutSeconds: options.jobTimeoutSeconds,
    checkBudget: options.checkBudget,
  });
  const canceller = createCanceller({ database, wakeups });
  const sweeps = createSweeps(options, wakeups);

  return {
    starter,
    canceller,
    wakeups,
    watcher,
    worker,
    stopping: stopping.signal,
    callers,
    /** Whether this process can run a job of this engine as any worker would. */
    runsHere: (engineId: string): boolean =>
      options.role !== 'api' || options.fleet.isLikeWorkers(options.registry.find(engineId)),
    onJobNews: news.subscribe,
    words,
    /** Makes a postponed job due now, because what it waits for has arrived. */
    async wake(jobId: string): Promise<void> {
      const orgId = await wakeJob(database.queue, jobId);
      if (orgId !== undefined) wakeups.notify('work', [orgId]);
    },
    billLate: (answer: LateAnswer, alongside: (tx: Db) => Promise<boolean>) => billLate(database, answer, alongside),
    wakeLane: (jobs: { job_id: string; org_id: string }[]) => wakeLane({ database, wakeups }, jobs),
    async start(): Promise<void> {
      await wakeups.start();
      await worker.start();
      for (const sweep of sweeps) sweep.start();
    },
    /** Answers callers that wait for their jobs first; until then this process works as usual. */
    async stop(): Promise<void> {
      const endsAt = performance.now() + options.shutdownMs;
      await callers.idle(options.shutdownMs);
      await worker.stop(Math.max(0, endsAt - performance.now()));
      // Bounded, because it would not end during an outage of PostgreSQL. Other workers take over what is not written.
      await Promise.race([finisher.idle(), delay(2_000, undefined, { ref: false })]);
      stopping.abort();
      watcher.stop();
      for (const sweep of sweeps) await sweep.stop();
      await wakeups.stop();
    },
  };
}

function createExecution(
  { database, storage, metrics, log, ...options }: JobRuntimeOptions,
  parts: {
    news: ReturnType<typeof createNews>;
    words: ReturnType<typeof createDeltaFeed>;
    wakeups: ReturnType<typeof createWakeups>;
    finisher: ReturnType<typeof createFinisher>;
  },
) {
  const { news, words, wakeups, finisher } = parts;
  const progress = createProgress(database, (jobId) => news.notify(jobId));
  return createExecutor({
    database,
    registry: options.registry,
    version: options.version,
    finisher,
    wakeups,
    metrics,
    log,
    findVersion: createVersions(database),
    box: options.box,
    outside: createOutside({ database, storage, progress, publicUrl: options.publicUrl }),
    toolbox: options.toolbox,
    loadModels: options.loadModels,
    openJobStream: createDeltaWriter(database, words.note),
    findTrial: options.findTrial,
    findSpentBudget: options.findSpentBudget,
    onStep: (jobId) => news.notify(jobId),
    onPublished: options.onPublished,
  });
}

/** What looks at all jobs from time to time. */
function createSweeps(
  { database, storage, log, onPublished }: JobRuntimeOptions,
  wakeups: ReturnType<typeof createWakeups>,
) {
  return [
    createMaintenance({ database, storage, log }),
    createWaitSweep({ database, wakeups, log, onPublished }),
    createReviewSweep({ database, log, findJobs: findCompletedJobs, onPublished }),
  ];
}

/** Caches versions, which are immutable. */
function createVersions(database: Database): (versionId: string) => Promise<ExecutableVersion | undefined> {
  const versions = createLru<string, ExecutableVersion>(2_000);
  return async (versionId) => {
    const known = versions.get(versionId);
    if (known !== undefined) return known;
    const found = await persistently(() => findExecutableVersion(database.system, versionId));
    if (found !== undefined) versions.set(versionId, found);
    return found;
  };
}
