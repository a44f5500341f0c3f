import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { policyAnswer } from './answers.ts';
import { changePolicy, deletePolicy, type ListDependents, type PromotionChecks } from './change-policy.ts';
import { createPolicy } from './create-policy.ts';
import { findPolicy, listPolicies, type PolicyRow } from './store.ts';
import { addPolicyVersionRoutes } from './version-routes.ts';

export type PolicyRouteDeps = PromotionChecks & { database: Database; listDependents: ListDependents };

export function addPolicyRoutes(app: FastifyInstance, { database, listDependents, ...checks }: PolicyRouteDeps): void {
  /** Policies of other organizations are not found. */
  async function getPolicy(orgId: string, id: string): Promise<PolicyRow> {
    const policy = await findPolicy(database.tenant(orgId), orgId, id);
    if (policy === undefined) throw notFound('policy');
    return policy;
  }
  const load = ({ caller, params }: At<'policy_id'>) => getPolicy(caller.orgId, params.policy_id);

  endpoint(app, operations.policies.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listPolicies(database.tenant(orgId), orgId, {
        search: query.search?.trim() || undefined,
        ordering: query.ordering ?? '-created_at',
        ...paging,
      });
      return envelope(request, paging, count, rows.map(policyAnswer));
    },
  });

  endpoint(app, operations.policies.create, {
    async handler({ caller, body }) {
      const id = await createPolicy(database.tenant(caller.orgId), caller, body);
      return policyAnswer(await getPolicy(caller.orgId, id));
    },
  });

  endpoint(app, operations.policies.get, { load, handler: ({ resource }) => policyAnswer(resource) });

  for (const operation of [operations.policies.replace, operations.policies.update]) {
    endpoint(app, operation, {
      load,
      async handler({ caller, body, resource: { id } }) {
        await changePolicy(database.tenant(caller.orgId), caller, id, body);
        return policyAnswer(await getPolicy(caller.orgId, id));
      },
    });
  }

  endpoint(app, operations.policies.delete, {
    load,
    handler: ({ caller, resource }) => deletePolicy(database.tenant(caller.orgId), caller, resource.id, listDependents),
  });

  endpoint(app, operations.policies.dependents, {
    load,
    handler: ({ caller: { orgId }, resource }) => listDependents(database.tenant(orgId), orgId, resource.id),
  });

  addPolicyVersionRoutes(app, database, getPolicy, checks);
}
