import { Type } from 'typebox';
import {
  Agent,
  AgentCreateBody,
  AgentListQuery,
  AgentPage,
  AgentUpdateBody,
  AgentVersion,
  JobStats,
  JobStatsQuery,
} from '../agents.ts';
import { defineOperations } from '../operation.ts';
import { AgentTagsBody } from '../tags.ts';

export const agents = defineOperations('Agents', {
  list: {
    at: 'GET /v1/agents/',
    summary: 'List agents',
    description: 'Lists the agents of the organization. You can filter, search and sort.',
    query: AgentListQuery,
    responses: { 200: AgentPage },
  },
  create: {
    at: 'POST /v1/agents/',
    summary: 'Create an agent',
    description: 'Creates an agent together with its first version.',
    body: AgentCreateBody,
    responses: { 201: Agent },
  },
  jobStats: {
    at: 'GET /v1/agents/job-stats/',
    aliases: ['/agents/job-stats/'],
    summary: 'Job statistics of agents',
    description: 'Returns the number of jobs and the time of the last job per agent. Unknown ids are omitted.',
    query: JobStatsQuery,
    responses: { 200: Type.Array(JobStats) },
  },
  get: {
    at: 'GET /v1/agents/:agent_id/',
    summary: 'Retrieve an agent',
    description: 'Returns the agent with its current version, tags and job statistics.',
    responses: { 200: Agent },
  },
  replace: {
    at: 'PUT /v1/agents/:agent_id/',
    summary: 'Replace agent settings',
    description: 'Changes the given settings. Other settings stay unchanged.',
    body: AgentUpdateBody,
    responses: { 200: Agent },
  },
  update: {
    at: 'PATCH /v1/agents/:agent_id/',
    summary: 'Update agent settings',
    description: 'Changes the given settings. Other settings stay unchanged.',
    body: AgentUpdateBody,
    responses: { 200: Agent },
  },
  delete: {
    at: 'DELETE /v1/agents/:agent_id/',
    summary: 'Delete an agent',
    description:
      'Deletes the agent with its versions and cached results and cancels its running jobs. You can still read finished jobs by id.',
    responses: { 204: null },
  },
  duplicate: {
    at: 'POST /v1/agents/:agent_id/duplicate/',
    summary: 'Duplicate an agent',
    description:
      'Copies the agent with its current version. Returns the first version of the copy. base_agent is the copy.',
    responses: { 201: AgentVersion },
  },
  setTags: {
    at: 'PUT /v1/agents/:agent_id/tags/',
    summary: 'Set the tags of an agent',
    description: 'Replaces all tags of the agent.',
    body: AgentTagsBody,
    responses: { 200: Agent },
  },
});
