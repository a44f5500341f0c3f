import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { agentAnswer, tagAnswer } from './answers.ts';
import { changeTag, createTag, removeTag, setAgentTags } from './change-tags.ts';
import { getAgent } from './get-agent.ts';
import type { AgentEngines } from './model.ts';
import { findTag, listTags, type TagRow } from './tags-store.ts';

export function addTagRoutes(
  app: FastifyInstance,
  { database, engines }: { database: Database; engines: AgentEngines },
): void {
  const getTag = async (orgId: string, id: string): Promise<TagRow> => {
    const found = await findTag(database.tenant(orgId), orgId, id);
    if (found === undefined) throw notFound('tag');
    return found;
  };
  const load = ({ caller, params }: At<'tag_id'>) => getTag(caller.orgId, params.tag_id);

  endpoint(app, operations.tags.list, {
    async handler({ caller: { orgId } }) {
      return (await listTags(database.tenant(orgId), orgId)).map(tagAnswer);
    },
  });

  endpoint(app, operations.tags.create, {
    async handler({ caller, body }) {
      const id = await createTag(database.tenant(caller.orgId), caller, body);
      return tagAnswer(await getTag(caller.orgId, id));
    },
  });

  endpoint(app, operations.tags.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await changeTag(database.tenant(caller.orgId), caller, id, body);
      return tagAnswer(await getTag(caller.orgId, id));
    },
  });

  endpoint(app, operations.tags.delete, {
    load,
    handler: ({ caller, resource }) => removeTag(database.tenant(caller.orgId), caller, resource.id, resource.name),
  });

  endpoint(app, operations.agents.setTags, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    async handler({ caller, body, resource: { id } }) {
      await setAgentTags(database.tenant(caller.orgId), caller, id, body.tag_ids);
      return agentAnswer(await getAgent(database, caller.orgId, id), engines);
    },
  });
}
