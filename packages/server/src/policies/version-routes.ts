import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { policyAnswer, policyVersionAnswer } from './answers.ts';
import { type PromotionChecks, promotePolicyVersion } from './change-policy.ts';
import { contentWarnings } from './content-warnings.ts';
import { createPolicyVersion } from './create-policy-version.ts';
import { diffVersions } from './diff-versions.ts';
import type { PolicyRow } from './store.ts';
import {
  countPolicyVersions,
  findByEitherId,
  findPolicyVersion,
  listPolicyVersions,
  type PolicyVersionRow,
} from './versions-store.ts';

export function addPolicyVersionRoutes(
  app: FastifyInstance,
  database: Database,
  getPolicy: (orgId: string, id: string) => Promise<PolicyRow>,
  checks: PromotionChecks,
): void {
  const loadPolicy = ({ caller, params }: At<'policy_id'>) => getPolicy(caller.orgId, params.policy_id);

  async function getVersion(orgId: string, policyId: string, versionId: string): Promise<PolicyVersionRow> {
    const version = await findPolicyVersion(database.tenant(orgId), orgId, policyId, versionId);
    if (version === undefined) throw notFound('version of this policy');
    return version;
  }

  async function loadVersion(at: At<'policy_id' | 'policy_version_id'>) {
    const policy = await loadPolicy(at);
    return { policy, version: await getVersion(at.caller.orgId, policy.id, at.params.policy_version_id) };
  }

  endpoint(app, operations.policyVersions.get, {
    async load({ caller: { orgId }, params }) {
      const found = await findByEitherId(database.tenant(orgId), orgId, params.policy_version_id);
      if (found === undefined) throw notFound('policy version');
      return found;
    },
    handler: ({ resource: { version, policy } }) => policyVersionAnswer(version, policy),
  });

  endpoint(app, operations.policyVersions.list, {
    load: loadPolicy,
    async handler({ caller: { orgId }, request, resource: policy }) {
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const count = await countPolicyVersions(db, orgId, policy.id);
      const rows = await listPolicyVersions(db, orgId, policy.id, paging);
      return envelope(request, paging, count, await Promise.all(rows.map((row) => policyVersionAnswer(row, policy))));
    },
  });

  endpoint(app, operations.policyVersions.create, {
    load: loadPolicy,
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
    handler: ({ resource: { policy, version } }) => policyVersionAnswer(version, policy),
  });

  endpoint(app, operations.policyVersions.diff, {
    async load(at) {
      const { policy, version } = await loadVersion(at);
      return { from: version, to: await getVersion(at.caller.orgId, policy.id, at.params.other_version_id) };
    },
    handler: ({ resource: { from, to } }) => diffVersions(from, to),
  });

  endpoint(app, operations.policyVersions.setCurrent, {
    load: loadVersion,
    async handler({ caller, body, resource: { policy, version } }) {
      await promotePolicyVersion(database.tenant(caller.orgId), caller, policy.id, version.id, body, checks);
      return policyAnswer(await getPolicy(caller.orgId, policy.id));
    },
  });
}
