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

const tag = 'Agents';

export const agents = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/',
    tag,
    summary: 'List agents',
    description: 'The agents of the organization, filtered, searched and ordered.',
    query: AgentListQuery,
    responses: { 200: AgentPage },
  },
  create: {
    method: 'POST',
    path: '/v1/agents/',
    tag,
    summary: 'Create an agent',
    description: 'Creates an agent together with its first version.',
    body: AgentCreateBody,
    responses: { 201: Agent },
  },
  jobStats: {
    method: 'GET',
    path: '/v1/agents/job-stats/',
    aliases: ['/agents/job-stats/'],
    tag,
    summary: 'Job statistics of agents',
    description: 'Number of jobs and time of the last one, per agent. Unknown ids are left out.',
    query: JobStatsQuery,
    responses: { 200: Type.Array(JobStats) },
  },
  get: {
    method: 'GET',
    path: '/v1/agents/:agent_id/',
    tag,
    summary: 'Retrieve an agent',
    description: 'The agent with its current version, tags and job statistics.',
    responses: { 200: Agent },
  },
  replace: {
    method: 'PUT',
    path: '/v1/agents/:agent_id/',
    tag,
    summary: 'Replace agent settings',
    description: 'Changes the settings that are given and leaves the others as they are.',
    body: AgentUpdateBody,
    responses: { 200: Agent },
  },
  update: {
    method: 'PATCH',
    path: '/v1/agents/:agent_id/',
    tag,
    summary: 'Update agent settings',
    description: 'Changes the settings that are given and leaves the others as they are.',
    body: AgentUpdateBody,
    responses: { 200: Agent },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/agents/:agent_id/',
    tag,
    summary: 'Delete an agent',
    description:
      'Removes the agent with its versions and cached results and cancels its running jobs. Finished jobs stay readable by their ids.',
    responses: { 204: null },
  },
  duplicate: {
    method: 'POST',
    path: '/v1/agents/:agent_id/duplicate/',
    tag,
    summary: 'Duplicate an agent',
    description:
      'Copies the agent with its current version. Returns the first version of the copy; base_agent is the copy.',
    responses: { 201: AgentVersion },
  },
  setTags: {
    method: 'PUT',
    path: '/v1/agents/:agent_id/tags/',
    tag,
    summary: 'Set the tags of an agent',
    description: 'Replaces all tags of the agent.',
    body: AgentTagsBody,
    responses: { 200: Agent },
  },
});
