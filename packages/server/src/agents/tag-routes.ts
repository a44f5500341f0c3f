import { Agent, AgentTagsBody, Tag, TagCreateBody, TagUpdateBody } from '@errand/contract/agents.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import { readBody } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { agentAnswer, tagAnswer } from './answers.ts';
import { changeTag, createTag, removeTag, setAgentTags } from './change-tags.ts';
import { getAgent } from './get-agent.ts';
import type { AgentEngines } from './model.ts';
import { findTag, listTags, type TagRow } from './tags-store.ts';

const tag = 'Tags';

export function addTagRoutes(
  app: FastifyInstance,
  { database, engines }: { database: Database; engines: AgentEngines },
): void {
  const getTag = async (orgId: string, id: string): Promise<TagRow> => {
    const found = await findTag(database.tenant(orgId), orgId, id);
    if (found === undefined) throw notFound('tag');
    return found;
  };
  const loadTag = (request: FastifyRequest) =>
    getTag(request.caller.orgId, (request.params as { tag_id: string }).tag_id);

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/tags/',
    summary: 'List tags',
    description: 'The tags of the organization by name, with the number of agents that carry each.',
    tag,
    responses: { 200: Type.Array(Tag) },
    async handler(request) {
      const { orgId } = request.caller;
      return (await listTags(database.tenant(orgId), orgId)).map(tagAnswer);
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/agents/tags/',
    summary: 'Create a tag',
    description: 'Names of tags are unique in the organization, whatever their case.',
    tag,
    body: TagCreateBody,
    responses: { 201: Tag },
    errors: ['conflict'],
    async handler(request, reply) {
      const { caller } = request;
      const id = await createTag(database.tenant(caller.orgId), caller, readBody(request, TagCreateBody));
      return reply.code(201).send(tagAnswer(await getTag(caller.orgId, id)));
    },
  });

  endpoint(app, {
    method: 'PATCH',
    path: '/v1/agents/tags/:tag_id/',
    summary: 'Update a tag',
    description: 'Changes name or color wherever the tag is used. Members that are left out stay.',
    tag,
    body: TagUpdateBody,
    responses: { 200: Tag },
    errors: ['conflict'],
    load: loadTag,
    async handler(request, _reply, { id }) {
      const { caller } = request;
      await changeTag(database.tenant(caller.orgId), caller, id, readBody(request, TagUpdateBody));
      return tagAnswer(await getTag(caller.orgId, id));
    },
  });

  endpoint(app, {
    method: 'DELETE',
    path: '/v1/agents/tags/:tag_id/',
    summary: 'Delete a tag',
    description: 'Agents that carry it lose it.',
    tag,
    responses: { 204: null },
    load: loadTag,
    async handler(request, reply, { id, name }) {
      const { caller } = request;
      await removeTag(database.tenant(caller.orgId), caller, id, name);
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'PUT',
    path: '/v1/agents/:agent_id/tags/',
    summary: 'Set the tags of an agent',
    description: 'Replaces all tags of the agent.',
    tag,
    body: AgentTagsBody,
    responses: { 200: Agent },
    load: (request) => getAgent(database, request.caller.orgId, (request.params as { agent_id: string }).agent_id),
    async handler(request, _reply, { id }) {
      const { caller } = request;
      const { tag_ids: tagIds } = readBody(request, AgentTagsBody);
      await setAgentTags(database.tenant(caller.orgId), caller, id, tagIds);
      return agentAnswer(await getAgent(database, caller.orgId, id), engines);
    },
  });
}
