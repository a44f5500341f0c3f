import { defineOperations } from '../operation.ts';
import {
  DependentAgents,
  Policy,
  PolicyCreateBody,
  PolicyListQuery,
  PolicyPage,
  PolicyReplaceBody,
  PolicyUpdateBody,
} from '../policies.ts';

export const policies = defineOperations('Policies', {
  list: {
    at: 'GET /v1/policies/',
    aliases: ['/policies/'],
    summary: 'List policies',
    description: 'Lists the policies of the organization with their current versions, in pages.',
    query: PolicyListQuery,
    responses: { 200: PolicyPage },
  },
  create: {
    at: 'POST /v1/policies/',
    aliases: ['/policies/'],
    summary: 'Create a policy',
    description: 'Also creates the first version and makes it current.',
    body: PolicyCreateBody,
    responses: { 201: Policy },
  },
  get: {
    at: 'GET /v1/policies/:policy_id/',
    aliases: ['/policies/:policy_id/'],
    summary: 'Retrieve a policy',
    description:
      'Returns the policy with its current version. Agents that use the policy apply that version from their next job.',
    responses: { 200: Policy },
  },
  replace: {
    at: 'PUT /v1/policies/:policy_id/',
    aliases: ['/policies/:policy_id/'],
    summary: 'Replace name and description of a policy',
    description: 'An omitted description stays unchanged. An empty description clears it.',
    body: PolicyReplaceBody,
    responses: { 200: Policy },
  },
  update: {
    at: 'PATCH /v1/policies/:policy_id/',
    aliases: ['/policies/:policy_id/'],
    summary: 'Update a policy',
    description: 'An omitted description stays unchanged. An empty description clears it.',
    body: PolicyUpdateBody,
    responses: { 200: Policy },
  },
  delete: {
    at: 'DELETE /v1/policies/:policy_id/',
    aliases: ['/policies/:policy_id/'],
    summary: 'Delete a policy',
    description:
      'Also deletes its versions. Refused while agent versions use the policy: `dependent_agents` lists them.',
    responses: { 204: null },
    errors: ['conflict'],
  },
  dependents: {
    at: 'GET /v1/policies/:policy_id/agents/',
    aliases: ['/policies/:policy_id/agents/'],
    summary: 'Agents that use a policy',
    description: 'Lists every agent version that uses it, current or not. At most 1000.',
    responses: { 200: DependentAgents },
  },
});
