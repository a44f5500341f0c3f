import { join } from 'node:path';
import { signWebhook, verifyWebhook } from '@errand/sdk/webhook-signature';
import { createBudgetCheck } from '#budgets/check-budgets.ts';
import { createAlertSender } from '#budgets/send-alerts.ts';
import { createBudgetWatch } from '#budgets/watch.ts';
import { createBulkRuntime } from '#bulk/runtime.ts';
import { createCaseTables } from '#case-desk/system-tables.ts';
import { createClockWork } from '#case-desk/tell-due.ts';
import { createCaseRuntime } from '#cases/runtime.ts';
import { createActionDeliverer } from '#connections/deliveries/deliverer.ts';
import type { Driver } from '#connections/model/driver.ts';
import { createConnectors } from '#connections/registry.ts';
import { type Connections, createConnections } from '#connections/use-connection.ts';
import { renderQuestion, renderTask } from '#doors/a2a/render-task.ts';
import type { Engine } from '#engines/engine/engine.ts';
import { createEngineRuntime } from '#engines/engine-runtime.ts';
import { createEvaluationRuntime } from '#evaluations/runtime.ts';
import { type Archive, createArchive } from '#jobs/archive/archive.ts';
import { createArchiveRuntime } from '#jobs/archive/runtime.ts';
import { createSqlAgents } from '#jobs/batches/sql-batches.ts';
import { findCompletedJobs } from '#jobs/read/completed-jobs.ts';
import { findTraces } from '#jobs/read/job-trace.ts';
import { findRequesterRole } from '#jobs/read/requester-role.ts';
import { isDataDeleted } from '#jobs/record/delete-data.ts';
import { createJobRuntime, type JobRuntime } from '#jobs/runtime.ts';
import { createUnattendedStart } from '#jobs/start/start-unattended.ts';
import { createSystemTables } from '#jobs/system-tables/system-tables.ts';
import { findLensOfBase } from '#knowledge/find-lens.ts';
import { createKnowledgeRuntime } from '#knowledge/runtime.ts';
import type { Work } from '#platform/domain.ts';
import { databaseNow } from '#platform/ids.ts';
import { createWorkKit, type WorkKit } from '#platform/leased-work/work-kit.ts';
import { withTraceHeaders } from '#platform/tracing.ts';
import { createRehearsalRuntime } from '#rehearsals/runtime.ts';
import { createScheduleRuntime } from '#schedules/runtime.ts';
import { createTriggerRuntime } from '#triggers/runtime.ts';
import { buildEvent } from '#webhooks/message/payload.ts';
import { createWebhookRuntime } from '#webhooks/runtime.ts';
import { joinSystemTables } from '#workspace/model/system-table.ts';
import { askTables } from '#workspace/queries/ask-tables.ts';
import { createWorkspace, type Workspace } from '#workspace/runtime.ts';
import { version } from './config/version.ts';
import type { Platform } from './open-platform.ts';
import { erasers } from './registry/domains.ts';

export type Domains = ReturnType<typeof createDomains>;

type DomainOptions = {
  engines: Engine[];
  /** Connection drivers in addition to the built-in ones. */
  drivers: Driver[];
  alone: boolean;
  /** The address that this process listens on. Known after the start. */
  address(): string;
};

/** Creates the domains that do work: engines, webhooks, jobs, workspace. Each gets what it needs from higher ones. */
export function createDomains(platform: Platform, options: DomainOptions) {
  const { config, database, storage, outbound, metrics, identity, box, log } = platform;
  const { engines } = options;
  const kit = createWorkKit({ database, log, metrics, claims: config.role !== 'api' });
  const connectors = createConnectors(options.drivers);
  const connections = createConnections({ database, box, outbound, connectors });
  const engineRuntime = createEngineRuntime({
    database,
    outbound,
    fetch: withTraceHeaders(platform.fetch),
    log,
    metrics,
    models: config.models,
    mcpServers: config.mcpServers,
    web: { settings: config.web, allow: config.outboundAllow, proxies: config.proxies },
    engines,
    // Functions, because workspace and knowledge are created below: they depend on jobs and models.
    askTables: (orgId, question) => askTables(workspace, orgId, question),
    connections,
    findKnowledge: (orgId, id) => findLensOfBase(database.tenant(orgId), knowledge.catalog, orgId, id),
    proposals: {
      listTypologies: () => knowledge.catalog.list,
      save: (jobId, made) => knowledge.saveProposal(jobId, made),
    },
    publicUrl: () => config.publicUrl ?? options.address(),
    signatures: { sign: signWebhook, verify: verifyWebhook },
    box,
    kit,
    runs: config.role !== 'api',
    wakeLane: (parked) => jobs.wakeLane(parked),
  });
  const webhooks = createWebhooks(platform);
  const jobs = createJobRuntime({
    database,
    storage,
    registry: engineRuntime.registry,
    toolbox: engineRuntime.toolbox,
    loadModels: engineRuntime.loadModels,
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
    alone: options.alone,
    box,
    publicUrl: () => config.publicUrl ?? options.address(),
    checkBudget: createBudgetCheck(database.system),
    onPublished: webhooks.wake,
    onAccess: identity.forget,
    findTrial: (job) => (job.origin === 'rehearsal' ? rehearsals : evaluations).findTrial(job),
  });
  const rehearsals = createRehearsalRuntime({ database, storage, kit });
  const evaluations = createEvaluationRuntime({ database, kit });
  const actions = createActions(platform, kit, connections);
  const workspace = createSql(platform, kit, jobs, connections);
  const archiving = createArchiving(platform, kit, workspace);
  const knowledge = createKnowledgeRuntime({
    database,
    typologies: config.typologies,
    defaultModel: engineRuntime.defaultModel,
  });
  const { schedules, triggers } = createStarters(platform, kit, { jobs, connections });
  const { cases, bulk, alerts, budgets } = createKeepers(platform, kit, {
    jobs,
    connections,
    archive: archiving.archive,
  });
  // Started in this order and stopped in reverse: what starts work comes after what does it, so it stops first.
  const work: Work[] = [
    { name: 'engines', start: engineRuntime.start, stop: engineRuntime.stop },
    { name: 'webhooks', ...webhooks },
    { name: 'jobs', ...jobs },
    { name: 'workspace', ...workspace },
    actions,
    rehearsals,
    evaluations,
    archiving.archiver,
    { name: 'cases', ...cases },
    { name: 'triggers', ...triggers },
    schedules,
    alerts,
    { name: 'budgets', ...budgets },
    bulk,
    createClockWork(kit, { database, wake: webhooks.wake }),
    { name: 'prune', start: kit.start, stop: kit.stop },
  ];
  return {
    work,
    engineRuntime,
    knowledge,
    webhooks,
    jobs,
    workspace,
    archive: archiving.archive,
    connections,
    schedules,
    triggers,
  };
}

function createWebhooks({ config, database, box, outbound, metrics, log }: Platform) {
  return createWebhookRuntime({
    database,
    box,
    outbound,
    metrics,
    log,
    delivers: config.role !== 'api',
    concurrency: config.webhookConcurrency,
    shutdownMs: config.shutdownMs,
    archives: config.archiveAfterMonths > 0,
    findJobs: (jobIds) => findCompletedJobs(database.queue, jobIds),
    findTraces: (jobIds) => findTraces(database.queue, jobIds),
    renderTask,
    renderQuestion,
  });
}

/** Creates the deliverer of post actions, which show the payload of the job's webhook. */
function createActions({ database, log }: Platform, kit: WorkKit, connections: Connections) {
  return createActionDeliverer({
    kit,
    connections,
    log,
    findRequesterRole: (orgId, jobId) => findRequesterRole(database.queue, orgId, jobId),
    async describeJob(jobId) {
      const job = (await findCompletedJobs(database.queue, [jobId])).get(jobId);
      if (await isDataDeleted(database.queue, jobId)) return undefined;
      return job && buildEvent(job, new Date(databaseNow()));
    },
  });
}

/** Creates the domains that start jobs without a caller: a clock and events. */
function createStarters(
  { config, database, log }: Platform,
  kit: WorkKit,
  { jobs, connections }: { jobs: JobRuntime; connections: Connections },
) {
  const startUnattended = createUnattendedStart(jobs.starter, log);
  const schedules = createScheduleRuntime({ kit, database, startUnattended, canceller: jobs.canceller, log });
  const triggers = createTriggerRuntime({
    kit,
    database,
    log,
    connections,
    start: startUnattended,
    findJobs: (jobIds) => findCompletedJobs(database.queue, jobIds),
    runs: config.role !== 'api',
  });
  return { schedules, triggers };
}

/** Creates the workspace with its system tables and the agents that SQL can call. */
function createSql(
  { config, database, storage, log }: Platform,
  kit: WorkKit,
  jobs: JobRuntime,
  connections: Connections,
) {
  return createWorkspace({
    kit,
    database,
    storage,
    log,
    connections,
    system: joinSystemTables([
      createSystemTables({ database, bytesMax: config.workspace.connectionBytesMax }),
      createCaseTables({ database, bytesMax: config.workspace.connectionBytesMax }),
    ]),
    agents: createSqlAgents({ database, starter: jobs.starter, canceller: jobs.canceller }),
    settings: config.workspace,
    folder: join(config.dataDir, 'workspace'),
    claims: config.role !== 'api',
  });
}

/** Creates the job archive. Its Parquet files are written and read by the SQL engine. */
function createArchiving({ config, database, storage, metrics, log }: Platform, kit: WorkKit, { engine }: Workspace) {
  const deps = { database, storage, engine, timeoutMs: config.workspace.importTimeoutMs, log };
  const { archiveAfterMonths: afterMonths } = config;
  return { archive: createArchive(deps), archiver: createArchiveRuntime(deps, { kit, afterMonths, metrics }) };
}

/** Creates the domains that process existing jobs: case files, bulk actions, budgets. */
function createKeepers(
  { config, database, storage, signer, log }: Platform,
  kit: WorkKit,
  { jobs, connections, archive }: { jobs: JobRuntime; connections: Connections; archive: Archive },
) {
  const runs = config.role !== 'api';
  const { starter, canceller } = jobs;
  const alerts = createAlertSender({ kit, system: database.system, connections, log });
  return {
    cases: createCaseRuntime({ database, storage, signer, erasers, archive, log }),
    bulk: createBulkRuntime({ kit, database, storage, signer, erasers, archive, starter, canceller, log }),
    alerts,
    budgets: createBudgetWatch({ database, log, runs, onAlerts: alerts.wake }),
  };
}
