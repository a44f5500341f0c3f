import {
  Agent,
  AgentVersion,
  AgentVersionsAnswer,
  MessageAnswer,
  VersionCreateBody,
  VersionListQuery,
  VersionQuery,
  VersionUpdateBody,
} from '@errand/contract/agents.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody, readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { agentAnswer, versionAnswer } from './answers.ts';
import { deleteVersion, updateVersion } from './change-version.ts';
import { createVersion } from './create-version.ts';
import { getAgent, getVersion } from './get-agent.ts';
import type { AgentEngines } from './model.ts';
import { promoteVersion } from './promote-version.ts';
import { countVersions, findCurrentVersion, listVersions } from './versions-store.ts';

const tag = 'Agent versions';

export function addVersionRoutes(
  app: FastifyInstance,
  { database, engines }: { database: Database; engines: AgentEngines },
): void {
  const loadAgent = (request: FastifyRequest) => getAgent(database, request.caller.orgId, ids(request).agentId);
  const loadVersion = (request: FastifyRequest) => {
    const { agentId, versionId } = ids(request);
    return getVersion(database, request.caller.orgId, agentId, versionId);
  };

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/versions/',
    summary: 'List agent versions',
    description: 'Newest first: all of them, or a page when page or page_size is given.',
    tag,
    query: VersionListQuery,
    responses: { 200: AgentVersionsAnswer },
    load: loadAgent,
    async handler(request, _reply, agent) {
      const { orgId } = request.caller;
      const db = database.tenant(orgId);
      const query = request.query as Record<string, unknown>;
      const isPaged = query.page !== undefined || query.page_size !== undefined;
      if (!isPaged) {
        const rows = await listVersions(db, orgId, agent.id, { size: null, offset: 0 });
        return rows.map((row) => versionAnswer(row, agent, engines));
      }
      const paging = readPaging(request);
      const count = await countVersions(db, orgId, agent.id);
      const rows = await listVersions(db, orgId, agent.id, paging);
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => versionAnswer(row, agent, engines)),
      );
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/:agent_id/versions/',
    summary: 'Create an agent version',
    description: 'The new version becomes current at once. What is left out is taken from the version before.',
    tag,
    body: VersionCreateBody,
    responses: { 201: AgentVersion },
    load: loadAgent,
    async handler(request, reply, agent) {
      const { caller } = request;
      const body = readBody(request, VersionCreateBody);
      const versionId = await createVersion(database.tenant(caller.orgId), engines, caller, agent, body);
      const created = await getVersion(database, caller.orgId, agent.id, versionId);
      return reply.code(201).send(versionAnswer(created.version, created.agent, engines));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/versions/current/',
    summary: 'Retrieve the current version',
    description: 'The version that a run without a version uses.',
    tag,
    query: VersionQuery,
    responses: { 200: AgentVersion },
    load: loadAgent,
    async handler(request, _reply, agent) {
      const { orgId } = request.caller;
      const { get_supports_eval: withEval } = readQuery(request, VersionQuery);
      const version = await findCurrentVersion(database.tenant(orgId), orgId, agent.id);
      if (version === undefined) throw notFound('agent');
      return versionAnswer(version, agent, engines, { withEval });
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/versions/:agent_version_id/',
    summary: 'Retrieve an agent version',
    description: 'Any version of the agent, current or not.',
    tag,
    query: VersionQuery,
    responses: { 200: AgentVersion },
    load: loadVersion,
    async handler(request, _reply, { agent, version }) {
      const { get_supports_eval: withEval } = readQuery(request, VersionQuery);
      return versionAnswer(version, agent, engines, { withEval });
    },
  });

  for (const method of ['PUT', 'PATCH'] as const) {
    endpoint(app, {
      method,
      path: '/v1/agents/:agent_id/versions/:agent_version_id/',
      summary: 'Rename an agent version',
      description: 'Changes the name or the description. What a version runs never changes: create a new one for that.',
      tag,
      body: VersionUpdateBody,
      responses: { 200: MessageAnswer },
      load: loadVersion,
      async handler(request) {
        const { caller } = request;
        const body = readBody(request, VersionUpdateBody);
        await updateVersion(database.tenant(caller.orgId), caller, ids(request), body);
        return { message: 'The agent version was updated.' };
      },
    });
  }

  endpoint(app, {
    method: 'DELETE',
    path: '/v1/agents/:agent_id/versions/:agent_version_id/',
    summary: 'Delete an agent version',
    description: 'When the current version is deleted, the newest remaining one becomes current.',
    tag,
    responses: { 204: null },
    errors: ['invalid_request'],
    load: loadVersion,
    async handler(request, reply) {
      const { caller } = request;
      await deleteVersion(database.tenant(caller.orgId), caller, ids(request));
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'PATCH',
    path: '/v1/agents/:agent_id/set-current-version/:agent_version_id/',
    summary: 'Promote or roll back a version',
    description: 'Makes a version of the agent its current one. The next job runs it.',
    tag,
    responses: { 200: Agent },
    load: loadVersion,
    async handler(request) {
      const { caller } = request;
      const { agentId, versionId } = ids(request);
      await promoteVersion(database.tenant(caller.orgId), caller, agentId, versionId);
      return agentAnswer(await getAgent(database, caller.orgId, agentId), engines);
    },
  });
}

function ids(request: FastifyRequest): { agentId: string; versionId: string } {
  const params = request.params as { agent_id: string; agent_version_id: string };
  return { agentId: params.agent_id, versionId: params.agent_version_id };
}
