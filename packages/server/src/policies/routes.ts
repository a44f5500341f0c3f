import {
  DependentAgents,
  Policy,
  PolicyCreateBody,
  PolicyListQuery,
  PolicyPage,
  PolicyReplaceBody,
  PolicyUpdateBody,
} from '@errand/contract/policies.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody, readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { policyAnswer } from './answers.ts';
import { changePolicy, deletePolicy, type ListDependents } from './change-policy.ts';
import { createPolicy } from './create-policy.ts';
import { findPolicy, listPolicies, type PolicyRow } from './store.ts';
import { addPolicyVersionRoutes } from './version-routes.ts';

export type PolicyRouteDeps = { database: Database; listDependents: ListDependents };

const tag = 'Policies';
/** Every path is served with and without the version. */
const paths = (rest: string) => ({ path: `/v1/policies/${rest}`, aliases: [`/policies/${rest}`] });

export function addPolicyRoutes(app: FastifyInstance, { database, listDependents }: PolicyRouteDeps): void {
  /** The policy of the path. One of another organization does not exist. */
  async function load(request: FastifyRequest): Promise<PolicyRow> {
    const { orgId } = request.caller;
    const { policy_id: id } = request.params as { policy_id: string };
    const policy = await findPolicy(database.tenant(orgId), orgId, id);
    if (policy === undefined) throw notFound('policy');
    return policy;
  }
  const answer = async (orgId: string, id: string) => {
    const policy = await findPolicy(database.tenant(orgId), orgId, id);
    if (policy === undefined) throw notFound('policy');
    return policyAnswer(policy);
  };

  endpoint(app, {
    method: 'GET',
    ...paths(''),
    summary: 'List policies',
    description: 'The policies of the organization, each with its current version, one page at a time.',
    tag,
    query: PolicyListQuery,
    responses: { 200: PolicyPage },
    async handler(request) {
      const { orgId } = request.caller;
      const query = readQuery(request, PolicyListQuery);
      const paging = readPaging(request);
      const { count, rows } = await listPolicies(database.tenant(orgId), orgId, {
        search: query.search?.trim() || undefined,
        ordering: query.ordering ?? '-created_at',
        ...paging,
      });
      return envelope(request, paging, count, rows.map(policyAnswer));
    },
  });

  endpoint(app, {
    method: 'POST',
    ...paths(''),
    summary: 'Create a policy',
    description: 'Makes the first version too, which is current at once.',
    tag,
    body: PolicyCreateBody,
    responses: { 201: Policy },
    async handler(request, reply) {
      const { caller } = request;
      const id = await createPolicy(database.tenant(caller.orgId), caller, readBody(request, PolicyCreateBody));
      return reply.code(201).send(await answer(caller.orgId, id));
    },
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':policy_id/'),
    summary: 'Retrieve a policy',
    description: 'The policy with its current version, which agents that reference it use from their next job on.',
    tag,
    responses: { 200: Policy },
    load,
    handler: async (_request, _reply, policy) => policyAnswer(policy),
  });

  for (const method of ['PUT', 'PATCH'] as const) {
    const schema = method === 'PUT' ? PolicyReplaceBody : PolicyUpdateBody;
    endpoint(app, {
      method,
      ...paths(':policy_id/'),
      summary: method === 'PUT' ? 'Replace name and description of a policy' : 'Update a policy',
      description: 'A description that is not given stays as it is; an empty one clears it.',
      tag,
      body: schema,
      responses: { 200: Policy },
      load,
      async handler(request, _reply, { id }) {
        const { caller } = request;
        const body = readBody(request, schema as typeof PolicyUpdateBody);
        await changePolicy(database.tenant(caller.orgId), caller, id, body);
        return answer(caller.orgId, id);
      },
    });
  }

  endpoint(app, {
    method: 'DELETE',
    ...paths(':policy_id/'),
    summary: 'Delete a policy',
    description: 'Its versions go with it. Refused while versions of agents use it: `dependent_agents` names them.',
    tag,
    responses: { 204: null },
    errors: ['conflict'],
    load,
    async handler(request, reply, { id }) {
      await deletePolicy(database.tenant(request.caller.orgId), request.caller, id, listDependents);
      return reply.code(204).send();
    },
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':policy_id/agents/'),
    summary: 'Agents that use a policy',
    description: 'Every existing version of an agent that names it, current or not; at most 1000.',
    tag,
    responses: { 200: DependentAgents },
    load,
    async handler({ caller: { orgId } }, _reply, { id }) {
      return listDependents(database.tenant(orgId), orgId, id);
    },
  });

  addPolicyVersionRoutes(app, database, load);
}
