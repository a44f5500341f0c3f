import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { Service } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import { resourceAnswer } from '#versions/answers.ts';
import { changeTexts, deleteResource, type ListDependents } from '#versions/change.ts';
import { createReaders } from '#versions/routes.ts';
import { policyVersionAnswer } from './answers.ts';
import { createPolicy, createPolicyVersion, type PromotionChecks, promotePolicyVersion } from './change-policy.ts';
import { contentWarnings } from './content-warnings.ts';
import { diffVersions } from './diff-versions.ts';
import { policyKind } from './store.ts';

type PolicyRouteDeps = PromotionChecks & { database: Database; listDependents: ListDependents };

type Needs = PromotionChecks & { database: Database; listPolicyDependents: ListDependents };

export const service: Service<Needs> = ({ database, listPolicyDependents: listDependents, gate, checkRehearsal }) => ({
  routes: (app) => addPolicyRoutes(app, { database, listDependents, gate, checkRehearsal }),
});

function addPolicyRoutes(app: FastifyInstance, { database, listDependents, ...checks }: PolicyRouteDeps): void {
  const readers = createReaders(database, policyKind, {
    id: 'policy_id',
    versionId: 'policy_version_id',
    otherVersionId: 'other_version_id',
  });
  const { load, loadVersion } = readers;
  const answerOf = async (orgId: string, id: string) => resourceAnswer(await readers.getResource(orgId, id));

  endpoint(app, operations.policies.list, { handler: (request) => readers.list(request, resourceAnswer) });

  endpoint(app, operations.policies.create, {
    handler: async ({ caller, body }) =>
      answerOf(caller.orgId, await createPolicy(database.tenant(caller.orgId), caller, body)),
  });

  endpoint(app, operations.policies.get, { load, handler: ({ resource }) => resourceAnswer(resource) });

  for (const operation of [operations.policies.replace, operations.policies.update]) {
    endpoint(app, operation, {
      load,
      async handler({ caller, body, resource: { id } }) {
        await changeTexts(database.tenant(caller.orgId), caller, policyKind, id, body);
        return answerOf(caller.orgId, id);
      },
    });
  }

  endpoint(app, operations.policies.delete, {
    load,
    handler: ({ caller, resource }) =>
      deleteResource(database.tenant(caller.orgId), caller, policyKind, resource.id, listDependents),
  });

  endpoint(app, operations.policies.dependents, {
    load,
    handler: ({ caller: { orgId }, resource }) => listDependents(database.tenant(orgId), orgId, resource.id),
  });

  endpoint(app, operations.policyVersions.get, {
    load: readers.loadEither,
    handler: ({ resource: { version, resource } }) => policyVersionAnswer(version, resource),
  });

  endpoint(app, operations.policyVersions.list, {
    load,
    handler: (request) => readers.listVersions(request, policyVersionAnswer),
  });

  endpoint(app, operations.policyVersions.create, {
    load,
    async handler({ caller, body, resource: policy }) {
      const created = await createPolicyVersion(database.tenant(caller.orgId), caller, policy.id, body, checks.gate);
      return {
        id: created.id,
        version_name: created.versionName,
        content: created.content,
        content_warnings: await contentWarnings(created),
      };
    },
  });

  endpoint(app, operations.policyVersions.ofPolicy, {
    load: loadVersion,
    handler: ({ resource: { version, resource } }) => policyVersionAnswer(version, resource),
  });

  endpoint(app, operations.policyVersions.diff, {
    load: readers.loadPair,
    handler: ({ resource: { from, to } }) => diffVersions(from, to),
  });

  endpoint(app, operations.policyVersions.setCurrent, {
    load: loadVersion,
    async handler({ caller, body, resource: { resource, version }, reply }) {
      const ids = { id: resource.id, versionId: version.id };
      const isCurrent = await promotePolicyVersion(database.tenant(caller.orgId), caller, ids, body, checks);
      reply.status(isCurrent ? 200 : 202);
      return answerOf(caller.orgId, resource.id);
    },
  });
}
