import type { KnowledgeLens } from '@errand/contract/knowledge.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { EngineOffer } from '#engines/offer/offer.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import type { Service } from '#http/service.ts';
import type { Catalog } from '#knowledge/catalog/catalog.ts';
import { findServedLens } from '#knowledge/find-lens.ts';
import { notFound } from '#platform/errors.ts';
import { createCallApi } from '../call-api.ts';
import { readRpc } from '../json-rpc.ts';
import type { McpDeps, McpDoor } from './answer-message.ts';

// Serves agents as MCP tools over Streamable HTTP.

type Deps = McpDeps & {
  /** Finds the lens of a finished knowledge base, if it is served. */
  findLens(orgId: string, knowledgeBaseId: string): Promise<KnowledgeLens | undefined>;
};

type Needs = Omit<Deps, 'taskAfterMs' | 'engineName' | 'findLens'> & {
  config: { mcpTaskMs: number };
  engineRuntime: { offer: Pick<EngineOffer, 'find'> };
  knowledge: { catalog: Catalog };
};

export const service: Service<Needs> = ({ config, engineRuntime: { offer }, knowledge, ...deps }) => ({
  routes: (app) =>
    addMcpRoutes(app, {
      ...deps,
      taskAfterMs: config.mcpTaskMs,
      engineName: (id) => offer.find(id)?.name ?? id,
      findLens: (orgId, id) => findServedLens(deps.database.tenant(orgId), knowledge.catalog, orgId, id),
    }),
});

function addMcpRoutes(app: FastifyInstance, deps: Deps): void {
  let opened: Promise<McpDoor> | undefined;
  /** The library is loaded for the first message, because it is a tenth of what a process loads. */
  const open = (): Promise<McpDoor> => {
    opened ??= import('./answer-message.ts').then(({ createMcpDoor }) => createMcpDoor(deps));
    return opened;
  };
  app.addHook('onClose', async () => (await opened)?.close());

  endpoint(app, operations.mcp.call, {
    carries: 'message',
    readBody: ({ request }) => readRpc(request),
    handler: async (given) => (await open()).answer(given, createCallApi(app, given.request, 'mcp')),
  });

  endpoint(app, operations.mcp.knowledge, {
    async load({ caller: { orgId }, params }: At<'knowledge_base_id'>) {
      const lens = await deps.findLens(orgId, params.knowledge_base_id);
      if (lens === undefined) throw notFound('knowledge base that is served');
      return lens;
    },
    carries: 'message',
    readBody: ({ request }) => readRpc(request),
    handler: async (given) => (await open()).answerReader(given, given.resource),
  });
}
