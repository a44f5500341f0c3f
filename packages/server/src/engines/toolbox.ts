import type { Connections } from '#connections/use-connection.ts';
import type { Database } from '#platform/db.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { createConnectionFile } from './connection-file.ts';
import { listConnectionTools } from './connection-tools.ts';
import { readGrants } from './engine/connection-config.ts';
import type { EngineContext, SavedPage, TableAnswer, TableQuestion } from './engine/engine.ts';
import type { ModelTool } from './engine/model-call.ts';
import type { StepContext } from './engine/step-context.ts';
import { createFetch } from './fetch-step.ts';
import { createKnowledge, type FindKnowledge } from './knowledge-tools.ts';
import type { ModelCaller } from './models/call-model.ts';
import { escalationsOf } from './models/chain.ts';
import type { OrgModels } from './models/org-models.ts';
import { createSkills } from './skill-tools.ts';

// Gives an engine access to models, the internet and tools. All of them are recorded as steps of the job.

export type Toolbox = (
  context: StepContext,
  models: OrgModels,
) => Pick<
  EngineContext,
  | 'model'
  | 'modelName'
  | 'escalations'
  | 'readsImages'
  | 'fetch'
  | 'screenshot'
  | 'sql'
  | 'tools'
  | 'connections'
  | 'connectionFile'
  | 'skills'
  | 'knowledge'
>;

export type ToolboxDeps = {
  database: Database;
  callModel: ModelCaller;
  outbound: Outbound;
  askTables(orgId: string, question: TableQuestion & { signal: AbortSignal }): Promise<TableAnswer>;
  listTools(names?: string[]): Promise<ModelTool[]>;
  connections: Connections;
  findKnowledge: FindKnowledge;
  drawPage(page: SavedPage, signal: AbortSignal): Promise<Uint8Array>;
};

export function createToolbox(deps: ToolboxDeps): Toolbox {
  const { callModel, outbound, askTables, listTools, connections, drawPage } = deps;
  return (context, models) => ({
    model: (name, request) => callModel({ ...context, models }, name, request),
    modelName: (asked) => models.catalog.resolve(asked).id,
    escalations: (asked) => escalationsOf(context.chain, asked),
    readsImages: (asked, unknown = false) =>
      models.catalog.resolve(asked).entry?.capabilities.includes('image') ?? unknown,
    fetch: createFetch(outbound, context),
    screenshot: async (page) => drawPage(page, context.signal),
    sql: (name, question) =>
      context.step(
        name,
        (usage) => {
          const { sql, only, given = [] } = question;
          usage.request = {
            sql,
            ...(only && { only }),
            ...(given.length > 0 && { given: given.map((one) => one.name) }),
          };
          return askTables(context.orgId, { ...question, signal: context.signal });
        },
        { kind: 'tool' },
      ),
    tools: listTools,
    connectionFile: createConnectionFile(connections, context),
    skills: createSkills(deps.database, context),
    knowledge: createKnowledge(deps.findKnowledge, context),
    connections: (grants) => listConnectionTools(connections, context, readGrants(grants)),
  });
}
