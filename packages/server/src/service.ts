import { join } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { listPolicyDependents } from '#agents/dependents.ts';
import { addAgentRoutes } from '#agents/routes.ts';
import { addCreditRoutes } from '#credits/routes.ts';
import type { Engine } from '#engines/engine/engine.ts';
import { loadEngineModules } from '#engines/engine-modules.ts';
import { createEngineRuntime } from '#engines/engine-runtime.ts';
import { addFileRoutes } from '#files/routes.ts';
import { createApp } from '#http/app.ts';
import { addConsoleRoutes, createConsolePages } from '#http/console.ts';
import { addOperationRoutes } from '#http/operations.ts';
import { createRateLimit } from '#http/rate-limit.ts';
import { addActivityRoutes } from '#jobs/activity-routes.ts';
import { addBatchRoutes } from '#jobs/batch-routes.ts';
import { createSqlAgents } from '#jobs/batches/sql-batches.ts';
import { addJobContentRoutes } from '#jobs/content-routes.ts';
import { addJobRoutes } from '#jobs/job-routes.ts';
import { addJobListRoutes } from '#jobs/list-routes.ts';
import { addQueueGauges } from '#jobs/queue/gauges.ts';
import { findCompletedJobs, findJobOrOwner } from '#jobs/read/completed-jobs.ts';
import { addReviewRoutes } from '#jobs/review-routes.ts';
import { addRunRoutes } from '#jobs/run-routes.ts';
import { createJobRuntime, type JobRuntime } from '#jobs/runtime.ts';
import { createIdentity } from '#orgs/identity.ts';
import { addOrganizationRoutes } from '#orgs/routes.ts';
import type { DatabaseView } from '#platform/database-state.ts';
import { openDatabase } from '#platform/db.ts';
import { setLimits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import { createServiceFetch } from '#platform/outbound/service-fetch.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createTracing, isTracingConfigured } from '#platform/tracing.ts';
import { addPolicyRoutes } from '#policies/routes.ts';
import { sign, verifyWebhook } from '#webhooks/message/signature.ts';
import { addWebhookRoutes } from '#webhooks/routes.ts';
import { createWebhookRuntime } from '#webhooks/runtime.ts';
import { deleteLinksOfAgent } from '#webhooks/store.ts';
import { addExportRoutes } from '#workspace/export-routes.ts';
import { askTables } from '#workspace/queries/ask-tables.ts';
import { addQueryRoutes } from '#workspace/query-routes.ts';
import { createWorkspace } from '#workspace/runtime.ts';
import { addTableRoutes } from '#workspace/table-routes.ts';
import { addUploadRoutes } from '#workspace/upload-routes.ts';
import { addWorksheetRoutes } from '#workspace/worksheet-routes.ts';
import type { Config } from './config/config.ts';
import { version } from './config/version.ts';
import { addHealthRoutes } from './operator/health-routes.ts';

export type Service = {
  app: FastifyInstance;
  jobs: JobRuntime;
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
const DRAIN_MS = 250;
/** For clients that have all there is and only need to read it. */
const LATE_MS = 1_000;

/** The composition root: config → platform → domains → http. Hands each layer what it needs from above. */
export async function createService({
  config,
  databaseUrl,
  directUrl,
  log,
  engines = [],
  alone = false,
}: ServiceOptions): Promise<Service> {
  setLimits(config.limits);
  // First: a file that cannot be used stops the start while nothing is open.
  const modules = await loadEngineModules(config.engineModules);
  const connections = config.databaseConnections;
  const database = openDatabase({
    url: databaseUrl,
    directUrl,
    systemConnectionsMax: Math.ceil(connections / 4),
    queueConnectionsMax: Math.ceil(connections / 4),
    tenantConnectionsMax: Math.floor(connections / 2),
    onError: (error) => log.warn({ err: error, event: 'database.connection' }, 'database connection lost'),
  });
  const storage = await openStorage(config.storage);
  const metrics = createMetrics();
  const tracing = isTracingConfigured() ? createTracing() : undefined;
  const serviceFetch = createServiceFetch(config.proxies);
  const { jwtSecret, jwksUrl } = config;
  const identity = await createIdentity({ database, jwtSecret, jwksUrl, fetch: serviceFetch });
  const outbound = createOutbound({ allow: config.outboundAllow, proxies: config.proxies });
  const engineRuntime = createEngineRuntime({
    database,
    outbound,
    fetch: serviceFetch,
    log,
    metrics,
    models: config.models,
    mcpServers: config.mcpServers,
    web: { settings: config.web, allow: config.outboundAllow, proxies: config.proxies },
    engines: [...modules, ...engines],
    // The workspace is made further down, since it starts jobs itself.
    askTables: (orgId, question) => askTables(workspace, orgId, question),
    publicUrl: () => config.publicUrl ?? address(),
    signatures: { sign, verify: verifyWebhook },
  });
  const webhooks = createWebhookRuntime({
    database,
    outbound,
    metrics,
    log,
    delivers: config.role !== 'api',
    concurrency: config.webhookConcurrency,
    shutdownMs: config.shutdownMs,
    findJobs: (jobIds) => findCompletedJobs(database.queue, jobIds),
  });
  const jobs = createJobRuntime({
    database,
    storage,
    registry: engineRuntime.registry,
    toolbox: engineRuntime.toolbox,
    capabilities: engineRuntime.capabilities,
    fleet: engineRuntime.fleet,
    metrics,
    log,
    role: config.role,
    version,
    concurrency: config.workerConcurrency,
    orgConcurrency: config.orgConcurrency,
    shutdownMs: config.shutdownMs,
    jobTimeoutSeconds: config.jobTimeoutSeconds,
    alone,
    tracing,
    publicUrl: () => config.publicUrl ?? address(),
    onPublished: webhooks.wake,
  });
  const workspace = createWorkspace({
    database,
    storage,
    log,
    agents: createSqlAgents({ database, starter: jobs.starter, canceller: jobs.canceller }),
    settings: config.workspace,
    folder: join(config.dataDir, 'workspace'),
    claims: config.role !== 'api',
  });
  let stopping = false;
  const pages = config.role === 'worker' ? undefined : createConsolePages(config.consoleDir);
  const app = await createApp({
    log,
    identity,
    publicUrl: config.publicUrl,
    bodyBytesMax: config.limits.bodyBytes,
    requestTimeoutMs: config.requestTimeoutMs,
    takeRequest: config.ratePerSecond > 0 ? createRateLimit(config.ratePerSecond) : undefined,
    trustProxy: config.trustProxy,
    tracing,
    pages,
    isStopping: () => stopping,
  });
  addQueueGauges(metrics, database);
  addOperationRoutes(app, {
    metrics: () => metrics.registry.metrics(),
    checks: [
      { name: 'database', check: async () => refuseOutage(database.state.current()) },
      { name: 'storage', check: everyTenSeconds(() => storage.check()) },
      { name: 'queue', check: async () => jobs.worker.check() },
    ],
  });
  if (pages) {
    addConsoleRoutes(app, config.consoleDir, pages);
    addOrganizationRoutes(app, { database, identity });
    addCreditRoutes(app, { database });
    addHealthRoutes(app, { database, config });
    engineRuntime.addRoutes(app, { wakeJob: jobs.wake });
    addAgentRoutes(app, {
      database,
      engines: engineRuntime.offer,
      onAgentDeleted: async (orgId, agentId) => {
        await jobs.canceller.cancelDeletedAgent(orgId, agentId);
        await deleteLinksOfAgent(database.tenant(orgId), orgId, agentId);
      },
    });
    addPolicyRoutes(app, { database, listDependents: listPolicyDependents });
    addFileRoutes(app, { database, storage });
    const deps = { ...jobs, database, storage };
    addRunRoutes(app, deps);
    addJobRoutes(app, deps);
    addJobListRoutes(app, deps);
    addBatchRoutes(app, deps);
    addReviewRoutes(app, deps);
    addJobContentRoutes(app, deps);
    addActivityRoutes(app, deps);
    addTableRoutes(app, workspace);
    addUploadRoutes(app, workspace);
    addQueryRoutes(app, workspace);
    addExportRoutes(app, workspace);
    addWorksheetRoutes(app, workspace);
    addWebhookRoutes(app, {
      database,
      webhooks,
      findJob: (orgId, jobId) => findJobOrOwner(database, orgId, jobId),
    });
  }

  function address(): string {
    const bound = app.server.address();
    if (bound === null || typeof bound === 'string') return `http://${config.host}:${config.port}`;
    return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
  }

  return {
    app,
    jobs,
    address,
    async start() {
      await database.proveWall();
      database.state.onChange((view) => logOutage(log, view));
      database.state.start();
      await jobs.start();
      await webhooks.start();
      await workspace.start();
      await app.listen({ port: config.port, host: config.host });
      // Requests that wait for PostgreSQL survive collections; V8 would then allocate their kind among the old objects, and
      // collections of 1 ms would take 20. After loading, since Node's own compiled code only fits its usual settings.
      setFlagsFromString('--no-allocation-site-pretenuring');
    },
    async stop() {
      // A connection that is closed while its client sends the next request is a reset for that client. So those in
      // use are closed by their answers first; only then nothing new is taken, and idle ones are closed.
      stopping = true;
      await delay(DRAIN_MS);
      // Closing the listener resets what the system has accepted and we have not: that is nothing just after a turn of
      // the event loop, which takes all there are.
      await nextTurn();
      const closed = new Promise<void>((resolve) => void app.server.close(() => resolve()));
      // Node waits for idle keep-alive connections too, for up to their time-out.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100);
      await workspace.stop();
      await jobs.stop();
      await webhooks.stop();
      await engineRuntime.stop();
      // Every answer is on its way. Who still sends a request, or does not read, keeps nobody from stopping.
      const cutLate = setTimeout(() => app.server.closeAllConnections(), LATE_MS);
      await closed;
      clearTimeout(cutLate);
      clearInterval(closeIdle);
      await app.close();
      await database.close();
      await storage.close();
    },
  };
}

/** A check that costs several requests to a remote store is not made for every probe. */
function everyTenSeconds(check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | undefined;
  let at = 0;
  return () => {
    if (last === undefined || Date.now() - at > 10_000) {
      at = Date.now();
      last = check();
      last.catch(() => undefined);
    }
    return last;
  };
}

function refuseOutage(view: DatabaseView): void {
  if (view.writable) return;
  const error = new Error(`The database takes no writes since ${view.since.toISOString()}: ${view.cause}.`);
  throw view.cause === 'full' ? Object.assign(error, { code: 'ENOSPC' }) : error;
}

function logOutage(log: Logger, view: DatabaseView): void {
  if (view.writable) log.warn({ event: 'database.writable' }, 'the database takes writes again');
  else log.error({ event: 'database.out', cause: view.cause }, 'the database takes no writes');
}
