import {
  Agent,
  AgentVersion,
  AgentVersionsAnswer,
  MessageAnswer,
  VersionCreateBody,
  VersionListQuery,
  VersionPromoteBody,
  VersionQuery,
  VersionUpdateBody,
} from '../agents.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Agent versions';

export const versions = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/:agent_id/versions/',
    tag,
    summary: 'List agent versions',
    description: 'Newest first: all of them, or a page when page or page_size is given.',
    query: VersionListQuery,
    responses: { 200: AgentVersionsAnswer },
  },
  create: {
    method: 'POST',
    path: '/v1/agents/:agent_id/versions/',
    tag,
    summary: 'Create an agent version',
    description:
      'The new version becomes current at once, unless the agent has a gate. What is left out is taken from the base version.',
    body: VersionCreateBody,
    responses: { 201: AgentVersion },
  },
  current: {
    method: 'GET',
    path: '/v1/agents/:agent_id/versions/current/',
    tag,
    summary: 'Retrieve the current version',
    description: 'The version that a run without a version uses.',
    query: VersionQuery,
    responses: { 200: AgentVersion },
  },
  get: {
    method: 'GET',
    path: '/v1/agents/:agent_id/versions/:agent_version_id/',
    tag,
    summary: 'Retrieve an agent version',
    description: 'Any version of the agent, current or not.',
    query: VersionQuery,
    responses: { 200: AgentVersion },
  },
  replace: {
    method: 'PUT',
    path: '/v1/agents/:agent_id/versions/:agent_version_id/',
    tag,
    summary: 'Rename an agent version',
    description: 'Changes the name or the description. What a version runs never changes: create a new one for that.',
    body: VersionUpdateBody,
    responses: { 200: MessageAnswer },
  },
  rename: {
    method: 'PATCH',
    path: '/v1/agents/:agent_id/versions/:agent_version_id/',
    tag,
    summary: 'Rename an agent version',
    description: 'Changes the name or the description. What a version runs never changes: create a new one for that.',
    body: VersionUpdateBody,
    responses: { 200: MessageAnswer },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/agents/:agent_id/versions/:agent_version_id/',
    tag,
    summary: 'Delete an agent version',
    description: 'When the current version is deleted, the newest remaining one becomes current.',
    responses: { 204: null },
    errors: ['invalid_request'],
  },
  setCurrent: {
    method: 'PATCH',
    path: '/v1/agents/:agent_id/set-current-version/:agent_version_id/',
    tag,
    summary: 'Promote or roll back a version',
    description:
      'Makes a version of the agent its current one. The next job runs it. 409 when a gate asks for a run that passes.',
    body: VersionPromoteBody,
    responses: { 200: Agent },
    errors: ['conflict'],
  },
});
