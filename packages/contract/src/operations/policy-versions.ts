import { defineOperations } from '../operation.ts';
import {
  Policy,
  PolicyDiff,
  PolicyVersion,
  PolicyVersionBody,
  PolicyVersionCreated,
  PolicyVersionListQuery,
  PolicyVersionPage,
  PromoteBody,
} from '../policies.ts';

export const policyVersions = defineOperations('Policy versions', {
  get: {
    at: 'GET /v1/policies/versions/:policy_version_id/',
    aliases: ['/policies/versions/:policy_version_id/'],
    summary: 'Retrieve a policy version by its id',
    description: 'You can also pass the id of a policy to get its current version.',
    responses: { 200: PolicyVersion },
  },
  list: {
    at: 'GET /v1/policies/:policy_id/versions/',
    aliases: ['/policies/:policy_id/versions/'],
    summary: 'List policy versions',
    description: 'Newest first.',
    query: PolicyVersionListQuery,
    responses: { 200: PolicyVersionPage },
  },
  create: {
    at: 'POST /v1/policies/:policy_id/versions/',
    aliases: ['/policies/:policy_id/versions/'],
    summary: 'Create a policy version',
    description:
      'The new version becomes current immediately, unless make_current is false. With base_version_id, rules with the same title keep their ids.',
    body: PolicyVersionBody,
    responses: { 201: PolicyVersionCreated },
  },
  ofPolicy: {
    at: 'GET /v1/policies/:policy_id/versions/:policy_version_id/',
    aliases: ['/policies/:policy_id/versions/:policy_version_id/'],
    summary: 'Retrieve a policy version',
    description: 'Returns the content of a version. Versions never change.',
    responses: { 200: PolicyVersion },
  },
  diff: {
    at: 'GET /v1/policies/:policy_id/versions/:policy_version_id/diff/:other_version_id/',
    aliases: ['/policies/:policy_id/versions/:policy_version_id/diff/:other_version_id/'],
    summary: 'Compare two policy versions',
    description:
      'Returns added, removed and changed rules and classifications, and changed texts, from the first to the second version.',
    responses: { 200: PolicyDiff },
  },
  setCurrent: {
    at: 'PATCH /v1/policies/:policy_id/set-current-version/:policy_version_id/',
    aliases: ['/policies/:policy_id/set-current-version/:policy_version_id/'],
    summary: 'Make a version current',
    description:
      'Promotes or rolls back. Jobs accepted from now on use this version. Earlier jobs keep their version. If the gate asks for four eyes, the answer is 202 and the version is only proposed, see `/v1/promotions/`.',
    body: PromoteBody,
    responses: { 200: Policy, 202: Policy },
    errors: ['conflict'],
  },
});
