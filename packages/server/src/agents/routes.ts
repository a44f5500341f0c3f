import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Connectors } from '#connections/registry.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import type { SecretBox } from '#secrets/box.ts';
import type { Gate } from '#versions/gate.ts';
import { readAgentFilter } from './agent-filter.ts';
import { agentAnswer, versionAnswer } from './answers.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent, type ForgetResults } from './delete-agent.ts';
import { duplicateAgent } from './duplicate-agent.ts';
import { getAgent, getVersion } from './get-agent.ts';
import { findJobCounts } from './job-counts.ts';
import { listAgents } from './list-agents.ts';
import type { AgentEngines } from './model.ts';
import { addTagRoutes } from './tag-routes.ts';
import { updateAgent } from './update-agent.ts';
import { addVersionRoutes } from './version-routes.ts';

type AgentRoutesOptions = {
  database: Database;
  engines: AgentEngines;
  /** Seals secret values of configurations. */
  box: SecretBox;
  connectors: Connectors;
  /** Decides whether a version may become current. */
  gate: Gate;
  forgetResults: ForgetResults;
  /** Called after the agent is deleted, to cancel its remaining jobs. */
  onAgentDeleted: (orgId: string, agentId: string) => Promise<void>;
};

type Needs = Omit<AgentRoutesOptions, 'engines'> & { engineRuntime: { offer: AgentEngines } };

export const service: Service<Needs> = ({ engineRuntime, ...options }) => ({
  routes: (app) => addAgentRoutes(app, { ...options, engines: engineRuntime.offer }),
});

function addAgentRoutes(app: FastifyInstance, options: AgentRoutesOptions): void {
  const { database, engines } = options;
  const load = ({ caller, params }: At<'agent_id'>) => getAgent(database, caller.orgId, params.agent_id);
  const answer = async (orgId: string, id: string) => agentAnswer(await getAgent(database, orgId, id), engines);

  endpoint(app, operations.agents.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listAgents(database.tenant(orgId), orgId, readAgentFilter(query, engines), {
        ordering: query.ordering ?? '-created_at',
        withStats: query.include_job_stats ?? true,
        ...paging,
      });
      const agents = rows.map((row) => agentAnswer(row, engines));
      return envelope(request, paging, count, agents);
    },
  });

  endpoint(app, operations.agents.create, {
    async handler({ caller, body }) {
      return answer(caller.orgId, await createAgent(database.tenant(caller.orgId), options, caller, body));
    },
  });

  endpoint(app, operations.agents.jobStats, {
    async handler({ caller: { orgId }, query: { agent_id: ids } }) {
      const counts = await findJobCounts(database.tenant(orgId), orgId, ids?.length ? ids : undefined);
      return counts.map((row) => ({
        id: row.agentId,
        job_count: row.jobCount,
        most_recent_job: row.mostRecentJob?.toISOString() ?? null,
      }));
    },
  });

  endpoint(app, operations.agents.get, { load, handler: ({ resource }) => agentAnswer(resource, engines) });

  for (const operation of [operations.agents.replace, operations.agents.update]) {
    endpoint(app, operation, {
      load,
      async handler({ caller, body, resource: { id } }) {
        await updateAgent(database.tenant(caller.orgId), caller, id, body);
        return answer(caller.orgId, id);
      },
    });
  }

  endpoint(app, operations.agents.delete, {
    load,
    async handler({ caller, request, resource: agent }) {
      await deleteAgent(database.tenant(caller.orgId), caller, agent, options.forgetResults);
      // The agent is deleted either way. An error would make clients retry and find nothing.
      await options.onAgentDeleted(caller.orgId, agent.id).catch((error: unknown) => {
        request.log.error(
          { reqId: request.id, err: error, event: 'agent.cleanup_failed', agent: agent.id },
          'cannot cancel the jobs of the deleted agent',
        );
      });
    },
  });

  endpoint(app, operations.agents.duplicate, {
    load,
    async handler({ caller, resource }) {
      const copyId = await duplicateAgent(database.tenant(caller.orgId), engines, caller, resource.id);
      const agent = await getAgent(database, caller.orgId, copyId);
      const { version } = await getVersion(database, caller.orgId, copyId, agent.current_version_id);
      return versionAnswer(version, agent, engines);
    },
  });

  addVersionRoutes(app, options);
  addTagRoutes(app, options);
}
