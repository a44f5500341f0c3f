import {
  AuditPage,
  AuditQuery,
  Organization,
  OrganizationPage,
  OrganizationPatch,
  PageQuery,
} from '@errand/contract/organizations.ts';
import type { FastifyInstance } from 'fastify';
import { readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { check, readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { forbidden } from '#platform/errors.ts';
import { addApiKeyRoutes } from './api-key-routes.ts';
import { type AuditRow, listAudit } from './audit.ts';
import type { LocalIdentity } from './identity.ts';
import { addMemberRoutes } from './member-routes.ts';
import { readMoment } from './moment.ts';
import { findOrganization, getOrganization, listOrganizationsOfUser, updateOrganization } from './organizations.ts';
import { addUserRoutes } from './user-routes.ts';

type Deps = { database: Database; identity: LocalIdentity };

const tag = 'Organizations';

export function addOrganizationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps;
  addUserRoutes(app, deps);
  addMemberRoutes(app, deps);
  addApiKeyRoutes(app, deps);

  endpoint(app, {
    method: 'GET',
    path: '/v1/organizations/',
    tag,
    summary: 'List organizations',
    description: 'Those the credential can see: all that a user is a member of, or the one of an API key.',
    scope: 'credential',
    query: PageQuery,
    responses: { 200: OrganizationPage },
    errors: ['not_found'],
    async handler(request) {
      const paging = readPaging(request);
      const credential = request.credential!;
      if (credential.kind === 'user') {
        const { count, rows } = await listOrganizationsOfUser(database.system, credential.userId, paging);
        return envelope(request, paging, count, rows);
      }
      const own = await findOrganization(database.tenant(credential.orgId), credential.orgId);
      return envelope(request, paging, 1, own === undefined ? [] : [{ ...own, role: credential.role }]);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/organizations/:organization_id/',
    tag,
    summary: 'Retrieve an organization',
    description: 'Name, Agents feature and credits; `credits` is null when they are unlimited.',
    responses: { 200: Organization },
    handler: async ({ caller }) => getOrganization(database.tenant(caller.orgId), caller.orgId),
  });

  endpoint(app, {
    method: 'PATCH',
    path: '/v1/organizations/:organization_id/',
    tag,
    summary: 'Rename an organization',
    description: 'agents_enabled and credits are changed by operators, with `npx errand org update`.',
    role: 'admin',
    body: OrganizationPatch,
    responses: { 200: Organization },
    async handler(request) {
      const { caller } = request;
      const body = readJsonObject(request);
      refuseOperatorFields(body, caller.orgId);
      const { name } = check(OrganizationPatch, body);
      const db = database.tenant(caller.orgId);
      if (name === undefined) return getOrganization(db, caller.orgId);
      return updateOrganization(db, caller.orgId, { name }, caller);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/organizations/:organization_id/audit/',
    tag,
    summary: 'List audit entries',
    description: 'Who changed what and when, newest first.',
    role: 'admin',
    query: AuditQuery,
    responses: { 200: AuditPage },
    async handler(request) {
      const { orgId } = request.caller;
      const paging = readPaging(request);
      const query = readQuery(request, AuditQuery);
      const filter = {
        action: query.action,
        targetId: query.target_id,
        from: readMoment('created_from', query.created_from),
        to: readMoment('created_to', query.created_to),
      };
      const { count, rows } = await listAudit(database.tenant(orgId), orgId, filter, paging);
      return envelope(request, paging, count, rows.map(toAuditEntry));
    },
  });
}

const OPERATOR_FIELDS = { agents_enabled: '--agents-enabled true|false', credits: '--credits N|unlimited' };

function refuseOperatorFields(body: Record<string, unknown>, orgId: string): void {
  for (const [field, option] of Object.entries(OPERATOR_FIELDS)) {
    if (Object.hasOwn(body, field)) {
      throw forbidden(`Only an operator changes ${field}: npx errand org update ${orgId} ${option}`);
    }
  }
}

const toAuditEntry = (row: AuditRow) => ({
  id: row.id,
  created_at: row.at,
  actor: {
    kind: row.actor_key_id !== null ? 'api_key' : row.actor_user_id !== null ? 'user' : 'operator',
    user_id: row.actor_user_id,
    email: row.actor_email,
    api_key_id: row.actor_key_id,
  },
  action: row.action,
  target_type: row.target_type,
  target_id: row.target_id,
  detail: row.detail,
});
