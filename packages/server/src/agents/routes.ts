import {
  Agent,
  AgentCreateBody,
  AgentListQuery,
  AgentPage,
  AgentUpdateBody,
  AgentVersion,
  JobStats,
  JobStatsQuery,
} from '@errand/contract/agents.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody, readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { readAgentFilter } from './agent-filter.ts';
import { agentAnswer, versionAnswer } from './answers.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
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
  /** Called once the agent is gone, to cancel what still runs. */
  onAgentDeleted?: (orgId: string, agentId: string) => Promise<void>;
};

const tag = 'Agents';

export function addAgentRoutes(app: FastifyInstance, options: AgentRoutesOptions): void {
  const { database, engines } = options;
  const load = (request: FastifyRequest) => getAgent(database, request.caller.orgId, agentIdOf(request));
  const answer = async (orgId: string, id: string) => agentAnswer(await getAgent(database, orgId, id), engines);

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/',
    summary: 'List agents',
    description: 'The agents of the organization, filtered, searched and ordered.',
    tag,
    query: AgentListQuery,
    responses: { 200: AgentPage },
    async handler(request) {
      const { orgId } = request.caller;
      const query = readQuery(request, AgentListQuery);
      const paging = readPaging(request);
      const { count, rows } = await listAgents(database.tenant(orgId), orgId, readAgentFilter(query, engines), {
        ordering: query.ordering ?? '-created_at',
        withStats: query.include_job_stats ?? true,
        ...paging,
      });
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => agentAnswer(row, engines)),
      );
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/',
    summary: 'Create an agent',
    description: 'Creates an agent together with its first version.',
    tag,
    body: AgentCreateBody,
    responses: { 201: Agent },
    async handler(request, reply) {
      const { caller } = request;
      const id = await createAgent(database.tenant(caller.orgId), engines, caller, readBody(request, AgentCreateBody));
      return reply.code(201).send(await answer(caller.orgId, id));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/job-stats/',
    aliases: ['/agents/job-stats/'],
    summary: 'Job statistics of agents',
    description: 'Number of jobs and time of the last one, per agent. Unknown ids are left out.',
    tag,
    query: JobStatsQuery,
    responses: { 200: Type.Array(JobStats) },
    async handler(request) {
      const { orgId } = request.caller;
      const { agent_id: ids } = readQuery(request, JobStatsQuery);
      const counts = await findJobCounts(database.tenant(orgId), orgId, ids?.length ? ids : undefined);
      return counts.map((row) => ({
        id: row.agentId,
        job_count: row.jobCount,
        most_recent_job: row.mostRecentJob?.toISOString() ?? null,
      }));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/',
    summary: 'Retrieve an agent',
    description: 'The agent with its current version, tags and job statistics.',
    tag,
    responses: { 200: Agent },
    load,
    handler: async (_request, _reply, agent) => agentAnswer(agent, engines),
  });

  for (const method of ['PUT', 'PATCH'] as const) {
    endpoint(app, {
      method,
      path: '/v1/agents/:agent_id/',
      summary: method === 'PUT' ? 'Replace agent settings' : 'Update agent settings',
      description: 'Changes the settings that are given and leaves the others as they are.',
      tag,
      body: AgentUpdateBody,
      responses: { 200: Agent },
      load,
      async handler(request, _reply, agent) {
        const { caller } = request;
        await updateAgent(database.tenant(caller.orgId), caller, agent.id, readBody(request, AgentUpdateBody));
        return answer(caller.orgId, agent.id);
      },
    });
  }

  endpoint(app, {
    method: 'DELETE',
    path: '/v1/agents/:agent_id/',
    summary: 'Delete an agent',
    description:
      'Removes the agent with its versions and cached results and cancels its running jobs. Finished jobs stay readable by their ids.',
    tag,
    responses: { 204: null },
    load,
    async handler(request, reply, agent) {
      const { caller } = request;
      await deleteAgent(database.tenant(caller.orgId), caller, agent.id, agent.name);
      // The agent is gone either way: an error answer would make clients try again and find nothing.
      await options.onAgentDeleted?.(caller.orgId, agent.id).catch((error: unknown) => {
        request.log.error(
          { reqId: request.id, err: error, event: 'agent.cleanup_failed', agent: agent.id },
          'jobs were not cancelled',
        );
      });
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/:agent_id/duplicate/',
    summary: 'Duplicate an agent',
    description:
      'Copies the agent with its current version. Answers the first version of the copy; base_agent is the copy.',
    tag,
    responses: { 201: AgentVersion },
    load,
    async handler(request, reply, { id }) {
      const { caller } = request;
      const copyId = await duplicateAgent(database.tenant(caller.orgId), engines, caller, id);
      const agent = await getAgent(database, caller.orgId, copyId);
      const { version } = await getVersion(database, caller.orgId, copyId, agent.current_version_id);
      return reply.code(201).send(versionAnswer(version, agent, engines));
    },
  });

  addVersionRoutes(app, options);
  addTagRoutes(app, options);
}

const agentIdOf = (request: FastifyRequest): string => (request.params as { agent_id: string }).agent_id;
