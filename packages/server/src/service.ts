import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { loadDriverModules } from '#connections/driver-modules.ts';
import type { Engine } from '#engines/engine/engine.ts';
import { loadEngineModules } from '#engines/engine-modules.ts';
import { createApp } from '#http/app.ts';
import { addConsoleRoutes, createConsolePages } from '#http/console.ts';
import { addOperationRoutes } from '#http/operations.ts';
import { createOutageWait } from '#http/outage-wait.ts';
import { addShareGauges } from '#http/payer.ts';
import { createRateLimit } from '#http/rate-limit.ts';
import { createRequestMetrics } from '#http/request-metrics.ts';
import type { JobRuntime } from '#jobs/runtime.ts';
import { createAnswerOnce } from '#orgs/request-keys.ts';
import type { DatabaseState } from '#platform/database-state.ts';
import type { Logger } from '#platform/log.ts';
import { addBackgroundGauges } from '#platform/main-thread/background.ts';
import { persistently } from '#platform/persist.ts';
import type { Telemetry } from '#platform/telemetry.ts';
import type { Config } from './config/config.ts';
import { createContext } from './create-context.ts';
import { createDomains, type Domains } from './create-domains.ts';
import { createListeners, openCertificate } from './create-listeners.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { addCertificateGauges, addPlatformGauges } from './operator/gauges.ts';
import { createReadiness } from './operator/readiness.ts';
import { followStorage } from './operator/recovery/follow-storage.ts';
import { domains } from './registry/domains.ts';
import { sealOlderSecrets } from './seal-older-secrets.ts';
import { services } from './services.ts';

export type Service = {
  app: FastifyInstance;
  jobs: JobRuntime;
  databaseState: DatabaseState;
  address(): string;
  start(): Promise<void>;
  /** Lets requests and jobs finish, requeues jobs that do not finish in time, and resets no connection. */
  stop(): Promise<void>;
};

type ServiceOptions = {
  config: Config;
  databaseUrl: string;
  /** The address of PostgreSQL itself, if `databaseUrl` points to a pooler. */
  directUrl?: string | undefined;
  log: Logger;
  telemetry?: Telemetry | undefined;
  engines?: Engine[];
  /** No other process can be using this database (embedded PostgreSQL). */
  alone?: boolean;
};

/** Longer than the pause that busy clients make between two requests. */
const CLOSING_MS = 250;
/** A start that cannot reach the database fails after this long. */
const START_MS_MAX = 30_000;
/** How long clients may take to read responses that are already sent. */
const LATE_MS = 1_000;

/** The composition root: config → platform → domains → http. Passes to each layer what it needs from above. */
export async function createService({ engines = [], alone = false, ...options }: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const address = (): string => describeAddress(app, config);
  // Loaded first, so that an unusable file stops the start before anything is open.
  const modules = await loadEngineModules(config.engineModules);
  const drivers = await loadDriverModules(config.connectionDrivers);
  const certificate = await openCertificate(config, log, () => app.server);
  const platform = await openPlatform(options);
  const { database, storage, storageState, metrics, identity } = platform;
  const created = createDomains(platform, { engines: [...modules, ...engines], drivers, alone, address });
  const { engineRuntime, jobs } = created;
  const { work, addRoutes } = register(platform, created);
  const following = followStorage({ database, storage, graceDays: config.storageGraceDays, log });
  /** Readiness fails first, so that load balancers stop sending requests. Connections are closed after that. */
  let draining = false;
  let closing = false;
  const pages = config.role === 'worker' ? undefined : createConsolePages(config.consoleDir);
  const app = await createApp({
    shares: platform.shares,
    log,
    identity,
    publicUrl: config.publicUrl,
    bodyBytesMax: config.limits.bodyBytes,
    requestTimeoutMs: config.requestTimeoutMs,
    takeRequest: config.ratePerSecond > 0 ? createRateLimit(config.ratePerSecond) : undefined,
    answerOnce: createAnswerOnce(database.system, platform.box, (error) =>
      log.warn({ err: error, event: 'requests.answer_lost' }, 'the answer of a repeatable request was not stored'),
    ),
    awaitDatabase: createOutageWait(database.state),
    trustedProxies: config.trustedProxies,
    secure: certificate && { options: certificate.current().options, hstsSeconds: config.tls!.hstsSeconds },
    pages,
    onAnswer: createRequestMetrics(metrics),
    isStopping: () => closing,
  });
  const { leaseAgeMs } = jobs.worker;
  const { providersDown } = addPlatformGauges(metrics, { database, storage: storageState, leaseAgeMs });
  for (const { gauges } of domains) gauges?.(metrics, database);
  addOwnGauges(platform, certificate);
  options.telemetry?.exportMetrics(metrics.registry);
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
    addRoutes(app);
  }

  return {
    app,
    jobs,
    databaseState: database.state,
    address,
    async start() {
      await persistently(() => database.proveIsolation(), START_MS_MAX);
      logChanges(platform);
      database.state.start();
      storageState.start();
      await sealOlderSecrets(platform, engineRuntime.registry.list(), created.webhooks);
      for (const { start } of work) await start();
      following.start();
      await listeners.start();
      certificate?.start();
      await app.listen({ port: config.port, host: config.host });
      metrics.startSampling((error) => log.warn({ err: error, event: 'metrics.sample' }, 'could not sample metrics'));
    },
    async stop() {
      // A load balancer stops sending requests when it sees the first 503. Until then this process works as usual.
      draining = true;
      await delay(config.drainMs);
      // Closing a connection while its client sends the next request resets it. So responses first close the
      // connections in use. Then the listener closes, and idle connections are closed.
      closing = true;
      await delay(CLOSING_MS);
      await closeConnections(app, async () => {
        for (const { stop } of work.toReversed()) await stop();
      });
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

/** Who takes the main thread, and how long the certificate lasts. */
function addOwnGauges({ metrics, shares }: Platform, certificate: Certificate): void {
  addShareGauges(metrics, shares);
  addBackgroundGauges(metrics, shares);
  if (certificate) addCertificateGauges(metrics, certificate);
}

type Certificate = Awaited<ReturnType<typeof openCertificate>>;

function describeAddress({ server }: FastifyInstance, { tls, host, port }: Config): string {
  const bound = server.address();
  const scheme = tls ? 'https' : 'http';
  if (bound === null || typeof bound === 'string') return `${scheme}://${host}:${port}`;
  return `${scheme}://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/** Makes the services of all domains: their work, in the order of the start, and their routes. */
function register(platform: Platform, created: Domains) {
  const context = createContext(platform, created);
  const registered = services.map((create) => create(context));
  const work = [
    ...created.work,
    ...registered.toReversed().flatMap(({ work = [] }) => work),
    { name: 'prune', start: created.kit.start, stop: created.kit.stop },
  ];
  const addRoutes = (app: FastifyInstance): void => {
    for (const { routes } of registered) routes?.(app);
  };
  return { work, addRoutes };
}

/** Closes the listener, lets the work end, and then closes the connections that are left. */
async function closeConnections({ server }: FastifyInstance, endWork: () => Promise<void>): Promise<void> {
  // Closing the listener resets connections that the system has accepted and Node has not. Right after a turn of the
  // event loop there are none, because each turn accepts all of them.
  await nextTurn();
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  // Node also waits for idle keep-alive connections, until they time out.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
  await endWork();
  // All responses are sent. Clients that still send a request, or do not read, must not delay the shutdown.
  const cutLate = setTimeout(() => server.closeAllConnections(), LATE_MS);
  await closed;
  clearTimeout(cutLate);
  clearInterval(closeIdle);
}

/** Logs outages of the database and the storage, and clock jumps, once per change. */
function logChanges({ database, storageState, log }: Platform): void {
  database.state.onChange((view) => {
    if (view.writable) log.warn({ event: 'database.writable' }, 'the database accepts writes again');
    else log.error({ event: 'database.out', cause: view.cause }, 'the database does not accept writes');
  });
  database.state.onClockJump(({ clock, byMs }) =>
    log.warn({ event: 'clock.jumped', clock, byMs }, 'a clock jumped; ids follow the clock of PostgreSQL'),
  );
  storageState.onChange((view, error) => {
    if (view.usable) log.warn({ event: 'storage.usable' }, 'the storage works again');
    else log.error({ event: 'storage.out', fault: view.fault, err: error }, 'the storage cannot be used');
  });
}
