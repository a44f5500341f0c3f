import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { loadDriverModules } from '#connections/driver-modules.ts';
import type { Engine } from '#engines/engine/engine.ts';
import { loadEngineModules } from '#engines/engine-modules.ts';
import { createApp } from '#http/app.ts';
import { addConsoleRoutes, createConsolePages } from '#http/console.ts';
import { addOperationRoutes } from '#http/operations.ts';
import { createOutageWait } from '#http/outage-wait.ts';
import { createRateLimit } from '#http/rate-limit.ts';
import { createRequestMetrics } from '#http/request-metrics.ts';
import { addQueueGauges } from '#jobs/queue/gauges.ts';
import type { JobRuntime } from '#jobs/runtime.ts';
import type { DatabaseState } from '#platform/database-state.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { addRoutes } from './add-routes.ts';
import type { Config } from './config/config.ts';
import { createDomains, type Domains } from './create-domains.ts';
import { createListeners, openCertificate } from './create-listeners.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { addCertificateGauges, addPlatformGauges } from './operator/gauges.ts';
import { createReadiness } from './operator/readiness.ts';
import { followStorage } from './operator/recovery/follow-storage.ts';
import { sealOlderVersions } from './seal-older-versions.ts';

export type Service = {
  app: FastifyInstance;
  jobs: JobRuntime;
  databaseState: DatabaseState;
  address(): string;
  start(): Promise<void>;
  /** Lets requests and jobs end, gives the rest back, leaves no connection cut. */
  stop(): Promise<void>;
};

type ServiceOptions = {
  config: Config;
  databaseUrl: string;
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  directUrl?: string | undefined;
  log: Logger;
  engines?: Engine[];
  /** No other process can be using this database (embedded PostgreSQL). */
  alone?: boolean;
};

/** Longer than clients that are at work pause between two requests. */
const CLOSING_MS = 250;
/** A start that finds no database says so after this long. */
const START_MS_MAX = 30_000;
/** For clients that have all there is and only need to read it. */
const LATE_MS = 1_000;

/** The composition root: config → platform → domains → http. Hands each layer what it needs from above. */
export async function createService({ engines = [], alone = false, ...options }: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  // First: a file that cannot be used stops the start while nothing is open.
  const modules = await loadEngineModules(config.engineModules);
  const drivers = await loadDriverModules(config.connectionDrivers);
  const certificate = await openCertificate(config, log, () => app.server);
  const platform = await openPlatform(options);
  const { database, storage, storageState, metrics, tracing, identity } = platform;
  const domains = createDomains(platform, { engines: [...modules, ...engines], drivers, alone, address });
  const { engineRuntime, jobs } = domains;
  const following = followStorage({ database, storage, graceDays: config.storageGraceDays, log });
  /** Told to balancers first; only then connections are closed. */
  let draining = false;
  let closing = false;
  const pages = config.role === 'worker' ? undefined : createConsolePages(config.consoleDir);
  const app = await createApp({
    log,
    identity,
    publicUrl: config.publicUrl,
    bodyBytesMax: config.limits.bodyBytes,
    requestTimeoutMs: config.requestTimeoutMs,
    takeRequest: config.ratePerSecond > 0 ? createRateLimit(config.ratePerSecond) : undefined,
    awaitDatabase: createOutageWait(database.state),
    trustedProxies: config.trustedProxies,
    secure: certificate && { options: certificate.current().options, hstsSeconds: config.tls!.hstsSeconds },
    tracing,
    pages,
    onAnswer: createRequestMetrics(metrics),
    isStopping: () => closing,
  });
  addQueueGauges(metrics, database);
  const { leaseAgeMs } = jobs.worker;
  const { providersDown } = addPlatformGauges(metrics, { database, storage: storageState, leaseAgeMs });
  if (certificate) addCertificateGauges(metrics, certificate);
  const readMetrics = (): Promise<string> => metrics.registry.metrics();
  const readiness = createReadiness({
    database: database.state,
    storage: storageState,
    leaseAgeMs,
    providersDown,
    certificateProblem: () => certificate?.problem(),
    isStopping: () => draining,
  });
  const listeners = createListeners(config, { metrics: readMetrics, readiness, server: app.server });
  addOperationRoutes(app, {
    readiness,
    metrics: { read: readMetrics, token: config.metricsToken },
    elsewhere: config.internal && { metrics: true, readiness: config.internal.probes },
  });
  if (pages) {
    addConsoleRoutes(app, config.consoleDir, pages);
    addRoutes(app, platform, domains);
  }

  function address(): string {
    const bound = app.server.address();
    const scheme = config.tls ? 'https' : 'http';
    if (bound === null || typeof bound === 'string') return `${scheme}://${config.host}:${config.port}`;
    return `${scheme}://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
  }

  return {
    app,
    jobs,
    databaseState: database.state,
    address,
    async start() {
      await persistently(() => database.proveWall(), START_MS_MAX);
      logChanges(platform);
      database.state.start();
      storageState.start();
      await sealOlderVersions(platform, engineRuntime.registry.list());
      await startDomains(domains, config.role);
      following.start();
      await listeners.start();
      certificate?.start();
      await app.listen({ port: config.port, host: config.host });
      metrics.startSampling((error) => log.warn({ err: error, event: 'metrics.sample' }, 'metrics were not sampled'));
    },
    async stop() {
      // A balancer sends nothing more once it has seen the first 503; until then this process works as ever.
      draining = true;
      await delay(config.drainMs);
      // A connection that is closed while its client sends the next request is a reset for that client. So those in
      // use are closed by their answers first; only then nothing new is taken, and idle ones are closed.
      closing = true;
      await delay(CLOSING_MS);
      // Closing the listener resets what the system has accepted and we have not: that is nothing just after a turn of
      // the event loop, which takes all there are.
      await nextTurn();
      const closed = new Promise<void>((resolve) => void app.server.close(() => resolve()));
      // Node waits for idle keep-alive connections too, for up to their time-out.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100);
      await stopDomains(domains);
      // Every answer is on its way. Who still sends a request, or does not read, keeps nobody from stopping.
      const cutLate = setTimeout(() => app.server.closeAllConnections(), LATE_MS);
      await closed;
      clearTimeout(cutLate);
      clearInterval(closeIdle);
      await app.close();
      await listeners.stop();
      certificate?.stop();
      await metrics.stopSampling();
      await following.stop();
      storageState.stop();
      await database.close();
      await storage.close();
    },
  };
}

async function startDomains(domains: Domains, role: Config['role']): Promise<void> {
  await domains.jobs.start();
  await domains.webhooks.start();
  await domains.workspace.start();
  domains.schedules.start();
  domains.triggers.start();
  domains.cases.start();
  domains.evaluations.start();
  domains.rehearsals.start();
  domains.bulk.start();
  domains.budgets.start();
  domains.knowledge.drafter.start();
  if (role === 'api') return;
  domains.actions.start();
  domains.archiver.start();
}

/** What starts work stops before what does it. */
async function stopDomains(domains: Domains): Promise<void> {
  await domains.bulk.stop();
  await domains.budgets.stop();
  await domains.schedules.stop();
  await domains.triggers.stop();
  await domains.cases.stop();
  await domains.archiver.stop();
  await domains.evaluations.stop();
  await domains.rehearsals.stop();
  await domains.knowledge.drafter.stop();
  await domains.actions.stop();
  await domains.workspace.stop();
  await domains.jobs.stop();
  await domains.webhooks.stop();
  await domains.engineRuntime.stop();
}

/** What changes around this process is told once, when it changes. */
function logChanges({ database, storageState, log }: Platform): void {
  database.state.onChange((view) => {
    if (view.writable) log.warn({ event: 'database.writable' }, 'the database takes writes again');
    else log.error({ event: 'database.out', cause: view.cause }, 'the database takes no writes');
  });
  database.state.onClockJump(({ clock, byMs }) =>
    log.warn({ event: 'clock.jumped', clock, byMs }, 'a clock was set; ids follow the clock of PostgreSQL'),
  );
  storageState.onChange((view, error) => {
    if (view.usable) log.warn({ event: 'storage.usable' }, 'the storage can be used again');
    else log.error({ event: 'storage.out', fault: view.fault, err: error }, 'the storage cannot be used');
  });
}
