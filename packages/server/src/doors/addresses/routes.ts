import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { getAgent } from '#agents/get-agent.ts';
import { listNamedAgents } from '#agents/slugs.ts';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import { serveRoutes } from '#http/service.ts';
import { getOrganization } from '#orgs/organizations.ts';
import type { Database } from '#platform/db.ts';
import { addressOf } from '../a2a/agent-card.ts';
import { nameTools } from '../mcp/agent-tools.ts';

/** Returns the MCP and A2A addresses of an agent. */
export const service = serveRoutes(addDoorRoutes);

function addDoorRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, operations.doors.get, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    async handler({ caller, request, resource: agent }) {
      const base = baseUrl(request);
      const tools = nameTools(await listNamedAgents(database.tenant(caller.orgId), caller.orgId));
      const [tool = ''] = [...tools].find(([, { id }]) => id === agent.id) ?? [];
      const { public_agent_cards: isPublic } = await getOrganization(database.tenant(caller.orgId), caller.orgId);
      const url = addressOf(base, agent.id);
      return {
        mcp: { url: `${base}/mcp`, tool },
        a2a: { url, card_url: `${url}.well-known/agent-card.json`, is_public: isPublic },
      };
    },
  });
}
