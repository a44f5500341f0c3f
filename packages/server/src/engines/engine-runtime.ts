import type { Connections } from '#connections/use-connection.ts';
import type { Database } from '#platform/db.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { withTraceHeaders } from '#platform/tracing.ts';
import type { SecretBox } from '#secrets/box.ts';
import { saveGenerated } from '#skills/save-generated.ts';
import { createBatchLane, type LaneOptions } from './batch-lane/lane.ts';
import type { Engine } from './engine/engine.ts';
import { createHttpEngine, type HttpEngineDeps } from './http-engine/http-engine.ts';
import { createLocalRemoteModel } from './local-model/local-remote-model.ts';
import { createLocalRunner } from './local-model/runner.ts';
import { createMcpTools } from './mcp/mcp-tools.ts';
import type { McpServer } from './mcp/servers-file.ts';
import { answerBaseline } from './models/baseline.ts';
import { createModelCaller } from './models/call-model.ts';
import { createOrgModels } from './models/org-models.ts';
import type { ModelSettings } from './models/settings.ts';
import { modelTryEngine } from './models/try-engine.ts';
import { describeCapabilities } from './offer/capabilities.ts';
import { createFleet } from './offer/fleet.ts';
import { createOffer } from './offer/offer.ts';
import { createEngineRegistry } from './registry.ts';
import { createSkillWriterEngine } from './skill-writer/skill-writer-engine.ts';
import { createToolbox, type ToolboxDeps } from './toolbox.ts';
import { createTypologyProposerEngine, type ProposerDeps } from './typology-proposer/typology-proposer-engine.ts';
import { createBrowser } from './web/browser/browser.ts';
import { drawSavedPage } from './web/browser/screenshot.ts';
import { createWebEngines, type WebOptions, webFeatures } from './web/web-engines.ts';

// Wires up the engines domain for one process.

export type EngineRuntimeOptions = {
  database: Database;
  outbound: Outbound;
  /** Reaches the services that the operator configured. */
  fetch: typeof fetch;
  log: Logger;
  metrics: Metrics;
  models: ModelSettings;
  mcpServers: McpServer[];
  web: WebOptions;
  /** Custom engines, in addition to the built-in ones. */
  engines: Engine[];
  askTables: ToolboxDeps['askTables'];
  connections: Connections;
  findKnowledge: ToolboxDeps['findKnowledge'];
  proposals: ProposerDeps;
  publicUrl(): string;
  signatures: Pick<HttpEngineDeps, 'sign' | 'verify'>;
  kit: WorkKit;
  /** Whether this process works on leased rows. */
  runs: boolean;
  wakeLane: LaneOptions['wakeJobs'];
  billLate: LaneOptions['billLate'];
  box: SecretBox;
};

export type EngineRuntime = ReturnType<typeof createEngineRuntime>;

export function createEngineRuntime(options: EngineRuntimeOptions) {
  const { database, outbound, log, models, signatures, box } = options;
  const orgModels = createOrgModels({ database, connections: options.connections, settings: models });
  const catalog = orgModels.house;
  const mcp = createMcpTools(options.mcpServers, log, options.fetch);
  // Shared by all engines, because a machine has room for only a few browsers.
  const browser = createBrowser({ ...options.web, path: options.web.settings.chromium });
  const registry = createEngineRegistry([
    ...createWebEngines(options.web, browser),
    createHttpEngine({ database, outbound, box, publicUrl: options.publicUrl, ...signatures }),
    createSkillWriterEngine((jobId, made) => saveGenerated(database, jobId, made)),
    createTypologyProposerEngine(options.proposals),
    modelTryEngine,
    ...options.engines,
  ]);
  const capabilities = describeCapabilities({
    features: webFeatures(options.web.settings, browser),
    engines: registry.list(),
    modules: options.engines,
    catalog,
    toolServers: options.mcpServers.map(({ name }) => name),
  });
  const fleet = createFleet(capabilities);
  const offer = createOffer(registry, fleet, models.houseKeys);
  const guarded = withTraceHeaders(outbound.fetch);
  const batches = createBatchLane({
    database,
    kit: options.kit,
    log,
    fetch: options.fetch,
    guarded,
    loadModels: orgModels.load,
    pollSeconds: models.batchPollSeconds,
    runs: options.runs,
    wakeJobs: options.wakeLane,
    billLate: options.billLate,
  });
  const local = models.local === undefined ? undefined : createLocalRunner(models.local);
  const callModel = createModelCaller({
    local: local && ((modelId) => createLocalRemoteModel(local, modelId)),
    lane: { ...batches.lane, forget: batches.forget },
    db: database.system,
    log,
    metrics: options.metrics,
    callTimeoutMs: models.callTimeoutMs,
    lastWordMs: models.lastWordMs,
    streamLimits: models.streamLimits,
    fetch: options.fetch,
    guarded,
    noteUse: options.connections.noteUse,
    answerBaseline,
  });
  const toolbox = createToolbox({
    database,
    callModel,
    outbound,
    askTables: options.askTables,
    listTools: mcp.list,
    connections: options.connections,
    findKnowledge: options.findKnowledge,
    drawPage: (page, signal) => drawSavedPage(browser, page, signal),
  });
  return {
    registry,
    toolbox,
    loadModels: orgModels.load,
    /** The capabilities of this process. */
    capabilities,
    /** The capabilities of all workers together. */
    fleet,
    /** The engines that agents can use. */
    offer,
    orgModels,
    houseKeys: models.houseKeys,
    hasBatchLane: batches.lane.has,
    verify: signatures.verify,
    findLocalProblem: async (): Promise<string | undefined> => local?.findProblem(),
    defaultModel: (): string => catalog.resolve(undefined).id,
    start(): void {
      batches.start();
      void local?.findProblem().then((problem) => {
        if (problem !== undefined) log.warn({ event: 'local-model.unusable' }, problem);
      });
    },
    async stop(): Promise<void> {
      await batches.stop();
      await local?.stop();
      await mcp.stop();
    },
  };
}
