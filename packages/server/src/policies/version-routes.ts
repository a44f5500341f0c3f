import {
  Policy,
  PolicyDiff,
  PolicyVersion,
  PolicyVersionBody,
  PolicyVersionCreated,
  PolicyVersionListQuery,
  PolicyVersionPage,
  PromoteBody,
} from '@errand/contract/policies.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { policyAnswer, policyVersionAnswer } from './answers.ts';
import { promotePolicyVersion } from './change-policy.ts';
import { contentWarnings } from './content-warnings.ts';
import { createPolicyVersion } from './create-policy-version.ts';
import { diffVersions } from './diff-versions.ts';
import { findPolicy, type PolicyRow } from './store.ts';
import {
  countPolicyVersions,
  findByEitherId,
  findPolicyVersion,
  listPolicyVersions,
  type PolicyVersionRow,
} from './versions-store.ts';

const tag = 'Policy versions';
const paths = (rest: string) => ({ path: `/v1/policies/${rest}`, aliases: [`/policies/${rest}`] });

export function addPolicyVersionRoutes(
  app: FastifyInstance,
  database: Database,
  loadPolicy: (request: FastifyRequest) => Promise<PolicyRow>,
): void {
  async function getVersion(orgId: string, policyId: string, versionId: string): Promise<PolicyVersionRow> {
    const version = await findPolicyVersion(database.tenant(orgId), orgId, policyId, versionId);
    if (version === undefined) throw notFound('version of this policy');
    return version;
  }

  async function loadVersion(request: FastifyRequest): Promise<{ policy: PolicyRow; version: PolicyVersionRow }> {
    const policy = await loadPolicy(request);
    const { policy_version_id: id } = request.params as { policy_version_id: string };
    return { policy, version: await getVersion(request.caller.orgId, policy.id, id) };
  }

  endpoint(app, {
    method: 'GET',
    ...paths('versions/:policy_version_id/'),
    summary: 'Retrieve a policy version by its id',
    description: 'The id of a policy is taken too and means its current version.',
    tag,
    responses: { 200: PolicyVersion },
    async load(request) {
      const { orgId } = request.caller;
      const { policy_version_id: id } = request.params as { policy_version_id: string };
      const found = await findByEitherId(database.tenant(orgId), orgId, id);
      if (found === undefined) throw notFound('policy version');
      return found;
    },
    handler: async (_request, _reply, { version, policy }) => policyVersionAnswer(version, policy),
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':policy_id/versions/'),
    summary: 'List policy versions',
    description: 'Newest first.',
    tag,
    query: PolicyVersionListQuery,
    responses: { 200: PolicyVersionPage },
    load: loadPolicy,
    async handler(request, _reply, policy) {
      const { orgId } = request.caller;
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const count = await countPolicyVersions(db, orgId, policy.id);
      const rows = await listPolicyVersions(db, orgId, policy.id, paging);
      return envelope(request, paging, count, await Promise.all(rows.map((row) => policyVersionAnswer(row, policy))));
    },
  });

  endpoint(app, {
    method: 'POST',
    ...paths(':policy_id/versions/'),
    summary: 'Create a policy version',
    description:
      'The new version becomes current at once, unless make_current is false. With base_version_id, rules whose titles are the same keep their ids.',
    tag,
    body: PolicyVersionBody,
    responses: { 201: PolicyVersionCreated },
    load: loadPolicy,
    async handler(request, reply, policy) {
      const { caller } = request;
      const body = readBody(request, PolicyVersionBody);
      const created = await createPolicyVersion(database.tenant(caller.orgId), caller, policy.id, body);
      return reply.code(201).send({
        id: created.id,
        version_name: created.versionName,
        content: created.content,
        content_warnings: await contentWarnings(created),
      });
    },
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':policy_id/versions/:policy_version_id/'),
    summary: 'Retrieve a policy version',
    description: 'The content of a version as it was saved; versions never change.',
    tag,
    responses: { 200: PolicyVersion },
    load: loadVersion,
    handler: async (_request, _reply, { policy, version }) => policyVersionAnswer(version, policy),
  });

  endpoint(app, {
    method: 'GET',
    ...paths(':policy_id/versions/:policy_version_id/diff/:other_version_id/'),
    summary: 'Difference of two policy versions',
    description:
      'Added, removed and changed rules and classifications, and changed texts, from the first to the second.',
    tag,
    responses: { 200: PolicyDiff },
    async load(request) {
      const { policy, version } = await loadVersion(request);
      const { other_version_id: id } = request.params as { other_version_id: string };
      return { from: version, to: await getVersion(request.caller.orgId, policy.id, id) };
    },
    handler: async (_request, _reply, { from, to }) => diffVersions(from, to),
  });

  endpoint(app, {
    method: 'PATCH',
    ...paths(':policy_id/set-current-version/:policy_version_id/'),
    summary: 'Make a version current',
    description:
      'Promotes or rolls back. Jobs that are accepted from now on work with it; those accepted before keep theirs.',
    tag,
    body: PromoteBody,
    responses: { 200: Policy },
    errors: ['conflict'],
    load: loadVersion,
    async handler(request, _reply, { policy, version }) {
      const { caller } = request;
      const body = readBody(request, PromoteBody);
      await promotePolicyVersion(database.tenant(caller.orgId), caller, policy.id, version.id, body);
      const changed = await findPolicy(database.tenant(caller.orgId), caller.orgId, policy.id);
      if (changed === undefined) throw notFound('policy');
      return policyAnswer(changed);
    },
  });
}
