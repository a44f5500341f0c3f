import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Connectors } from '#connections/registry.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import type { Gate } from '#versions/gate.ts';
import { agentAnswer, versionAnswer } from './answers.ts';
import { deleteVersion, updateVersion } from './change-version.ts';
import { createVersion } from './create-version.ts';
import type { ForgetResults } from './delete-agent.ts';
import { getAgent, getVersion } from './get-agent.ts';
import type { AgentEngines } from './model.ts';
import { promoteVersion } from './promote-version.ts';
import { countVersions, findCurrentVersion, listVersions } from './versions-store.ts';

type AgentVersionDeps = {
  database: Database;
  engines: AgentEngines;
  box: SecretBox;
  connectors: Connectors;
  gate: Gate;
  forgetResults: ForgetResults;
};

export function addVersionRoutes(app: FastifyInstance, deps: AgentVersionDeps): void {
  const { database, engines, gate } = deps;
  const loadAgent = ({ caller, params }: At<'agent_id'>) => getAgent(database, caller.orgId, params.agent_id);
  const loadVersion = ({ caller, params }: At<'agent_id' | 'agent_version_id'>) =>
    getVersion(database, caller.orgId, params.agent_id, params.agent_version_id);

  endpoint(app, operations.versions.list, {
    load: loadAgent,
    async handler({ caller: { orgId }, query, request, resource: agent }) {
      const db = database.tenant(orgId);
      const isPaged = query.page !== undefined || query.page_size !== undefined;
      const paging = readPaging(request);
      const rows = await listVersions(db, orgId, agent.id, isPaged ? paging : { size: null, offset: 0 });
      const versions = rows.map((row) => versionAnswer(row, agent, engines));
      return isPaged ? envelope(request, paging, await countVersions(db, orgId, agent.id), versions) : versions;
    },
  });

  endpoint(app, operations.versions.create, {
    load: loadAgent,
    async handler({ caller, body, resource: agent }) {
      const versionId = await createVersion(database.tenant(caller.orgId), deps, caller, agent, body);
      const created = await getVersion(database, caller.orgId, agent.id, versionId);
      return versionAnswer(created.version, created.agent, engines);
    },
  });

  endpoint(app, operations.versions.current, {
    load: loadAgent,
    async handler({ caller: { orgId }, query, resource: agent }) {
      const version = await findCurrentVersion(database.tenant(orgId), orgId, agent.id);
      if (version === undefined) throw notFound('agent');
      return versionAnswer(version, agent, engines, { withEval: query.get_supports_eval });
    },
  });

  endpoint(app, operations.versions.get, {
    load: loadVersion,
    handler: ({ query, resource: { agent, version } }) =>
      versionAnswer(version, agent, engines, { withEval: query.get_supports_eval }),
  });

  for (const operation of [operations.versions.replace, operations.versions.rename]) {
    endpoint(app, operation, {
      load: loadVersion,
      async handler({ caller, params, body }) {
        await updateVersion(database.tenant(caller.orgId), caller, ids(params), body);
        return { message: 'The agent version was updated.' };
      },
    });
  }

  endpoint(app, operations.versions.delete, {
    load: loadVersion,
    handler: ({ caller, params }) => deleteVersion(database.tenant(caller.orgId), caller, ids(params), deps),
  });

  endpoint(app, operations.versions.setCurrent, {
    load: loadVersion,
    async handler({ caller, params, body, reply }) {
      const isCurrent = await promoteVersion(database.tenant(caller.orgId), caller, ids(params), { gate, body });
      reply.status(isCurrent ? 200 : 202);
      return agentAnswer(await getAgent(database, caller.orgId, params.agent_id), engines);
    },
  });
}

const ids = ({ agent_id, agent_version_id }: { agent_id: string; agent_version_id: string }) => ({
  agentId: agent_id,
  versionId: agent_version_id,
});
