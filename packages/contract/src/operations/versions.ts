import {
  Agent,
  AgentVersion,
  AgentVersionsAnswer,
  MessageAnswer,
  Sample,
  SampleBody,
  VersionCreateBody,
  VersionListQuery,
  VersionPromoteBody,
  VersionQuery,
  VersionUpdateBody,
} from '../agents.ts';
import { defineOperations } from '../operation.ts';

export const versions = defineOperations('Agent versions', {
  list: {
    at: 'GET /v1/agents/:agent_id/versions/',
    summary: 'List agent versions',
    description: 'Lists all versions newest first, or a page if the request has page or page_size.',
    query: VersionListQuery,
    responses: { 200: AgentVersionsAnswer },
  },
  create: {
    at: 'POST /v1/agents/:agent_id/versions/',
    summary: 'Create an agent version',
    description:
      'The new version becomes current immediately, unless make_current is false or the agent has a gate. Omitted fields come from the base version.',
    body: VersionCreateBody,
    responses: { 201: AgentVersion },
  },
  sample: {
    at: 'POST /v1/agents/:agent_id/samples/',
    summary: 'Run a draft once before you publish it',
    description:
      'Runs a configuration that is not published, on sample inputs. Nobody is notified, no post action runs, nobody has to approve, and the cache is neither read nor filled. If the agent needs approval of results, this needs the role admin.',
    body: SampleBody,
    responses: { 201: Sample },
    errors: ['invalid_inputs', 'missing_inputs', 'insufficient_credits', 'organization_paused'],
  },
  current: {
    at: 'GET /v1/agents/:agent_id/versions/current/',
    summary: 'Retrieve the current version',
    description: 'Returns the version that runs use by default.',
    query: VersionQuery,
    responses: { 200: AgentVersion },
  },
  get: {
    at: 'GET /v1/agents/:agent_id/versions/:agent_version_id/',
    summary: 'Retrieve an agent version',
    description: 'Returns any version of the agent, current or not.',
    query: VersionQuery,
    responses: { 200: AgentVersion },
  },
  replace: {
    at: 'PUT /v1/agents/:agent_id/versions/:agent_version_id/',
    summary: 'Rename an agent version',
    description:
      'Changes the name or the description. The configuration of a version never changes: create a new version instead.',
    body: VersionUpdateBody,
    responses: { 200: MessageAnswer },
  },
  rename: {
    at: 'PATCH /v1/agents/:agent_id/versions/:agent_version_id/',
    summary: 'Rename an agent version',
    description:
      'Changes the name or the description. The configuration of a version never changes: create a new version instead.',
    body: VersionUpdateBody,
    responses: { 200: MessageAnswer },
  },
  delete: {
    at: 'DELETE /v1/agents/:agent_id/versions/:agent_version_id/',
    summary: 'Delete an agent version',
    description:
      'When the current version is deleted, the newest remaining one becomes current, by the rules of a promotion: 409 if a gate requires a passing run or a second person.',
    responses: { 204: null },
    errors: ['invalid_request', 'conflict'],
  },
  setCurrent: {
    at: 'PATCH /v1/agents/:agent_id/set-current-version/:agent_version_id/',
    summary: 'Promote or roll back a version',
    description:
      'Makes this version the current version. The next job uses it. 409 if a gate requires a passing run. If the gate asks for four eyes, the answer is 202 and the version is only proposed, see `/v1/promotions/`.',
    body: VersionPromoteBody,
    responses: { 200: Agent, 202: Agent },
    errors: ['conflict'],
  },
});
