import { join } from 'node:path';
import { signWebhook, verifyWebhook } from '@errand/sdk/webhook-signature';
import { createBudgetCheck } from '#budgets/check-budgets.ts';
import { caseTables } from '#case-desk/system-tables.ts';
import type { Driver } from '#connections/model/driver.ts';
import { createConnectors } from '#connections/registry.ts';
import { type Connections, createConnections } from '#connections/use-connection.ts';
import { renderQuestion, renderTask } from '#doors/a2a/render-task.ts';
import type { Engine } from '#engines/engine/engine.ts';
import { createEngineRuntime } from '#engines/engine-runtime.ts';
import { createFindTrial as createFindEvaluation } from '#evaluations/find-trial.ts';
import { createArchive } from '#jobs/archive/archive.ts';
import { createSqlAgents } from '#jobs/batches/sql-batches.ts';
import { findCompletedJobs } from '#jobs/read/completed-jobs.ts';
import { findTraces } from '#jobs/read/job-trace.ts';
import { createJobRuntime, type JobRuntime } from '#jobs/runtime.ts';
import { createPlainTables } from '#jobs/system-tables/plain-tables.ts';
import { createSystemTables } from '#jobs/system-tables/system-tables.ts';
import { findLensOfBase } from '#knowledge/find-lens.ts';
import { createKnowledgeRuntime } from '#knowledge/runtime.ts';
import type { Work } from '#platform/domain.ts';
import { createWorkKit, type WorkKit } from '#platform/leased-work/work-kit.ts';
import { withTraceHeaders } from '#platform/tracing.ts';
import { createFindTrial as createFindPlaybookTrial } from '#playbooks/find-trial.ts';
import { createFindTrial as createFindRehearsal } from '#rehearsals/find-trial.ts';
import { screeningTables } from '#rescreening/system-tables.ts';
import { createWebhookRuntime } from '#webhooks/runtime.ts';
import { joinSystemTables } from '#workspace/model/system-table.ts';
import { askTables } from '#workspace/queries/ask-tables.ts';
import { createWorkspace } from '#workspace/runtime.ts';
import { version } from './config/version.ts';
import type { Platform } from './open-platform.ts';

export type Domains = ReturnType<typeof createDomains>;

type DomainOptions = {
  engines: Engine[];
  /** Connection drivers in addition to the built-in ones. */
  drivers: Driver[];
  alone: boolean;
  /** The address that this process listens on. Known after the start. */
  address(): string;
};

/**
 * Creates the domains that others depend on: engines, webhooks, jobs, workspace, knowledge. They need each other in both
 * directions, so each is handed what it needs from those above it. All other domains are in the list of services.
 */
export function createDomains(platform: Platform, options: DomainOptions) {
  const { config, database, storage, outbound, metrics, identity, box, log } = platform;
  const { engines } = options;
  const kit = createWorkKit({ database, log, metrics, background: platform.background, claims: config.role !== 'api' });
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
    billLate: (answer, alongside) => jobs.billLate(answer, alongside),
  });
  const findRehearsal = createFindRehearsal({ database, storage });
  const findPlaybookTrial = createFindPlaybookTrial(database);
  const findEvaluation = createFindEvaluation(database);
  const webhooks = createWebhooks(platform);
  const budgets = createBudgetCheck(database.system);
  const jobs = createJobRuntime({
    database,
    background: platform.background,
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
    checkBudget: budgets.check,
    findSpentBudget: budgets.findSpent,
    onPublished: webhooks.wake,
    onAccess: identity.forget,
    findTrial: async (job) =>
      job.origin === 'rehearsal' ? ((await findRehearsal(job)) ?? findPlaybookTrial(job)) : findEvaluation(job),
  });
  const workspace = createSql(platform, kit, jobs, connections);
  const knowledge = createKnowledgeRuntime({
    database,
    typologies: config.typologies,
    defaultModel: engineRuntime.defaultModel,
  });
  const archived = { database, storage, engine: workspace.engine, timeoutMs: config.workspace.importTimeoutMs, log };
  const archive = createArchive(archived);
  // What starts work comes after what does it, so it stops first.
  const work: Work[] = [
    { name: 'engines', start: engineRuntime.start, stop: engineRuntime.stop },
    { name: 'webhooks', ...webhooks },
    { name: 'jobs', ...jobs },
    { name: 'workspace', ...workspace },
  ];
  return { work, kit, engineRuntime, knowledge, webhooks, jobs, workspace, archive, connections, connectors };
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
      createPlainTables([...caseTables, ...screeningTables], {
        database,
        bytesMax: config.workspace.connectionBytesMax,
      }),
    ]),
    agents: createSqlAgents({ database, starter: jobs.starter, canceller: jobs.canceller }),
    settings: config.workspace,
    folder: join(config.dataDir, 'workspace'),
    claims: config.role !== 'api',
  });
}
