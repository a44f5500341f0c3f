import { operations } from '@errand/contract/operations/operations.ts';
import { type AuditEntry, OrganizationPatch } from '@errand/contract/organizations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { serveRoutes } from '#http/service.ts';
import { check } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { forbidden } from '#platform/errors.ts';
import { callerLink, toActor } from './actor.ts';
import { addApiKeyRoutes } from './api-key-routes.ts';
import { type AuditRow, causeOf, listAudit } from './audit.ts';
import type { LocalIdentity } from './identity.ts';
import { addInvitationRoutes, type SendMail } from './invitation-routes.ts';
import { addLoginRoutes } from './login-routes.ts';
import { addMemberRoutes } from './member-routes.ts';
import { readMoment } from './moment.ts';
import { findOrganization, getOrganization, listOrganizationsOfUser, updateOrganization } from './organizations.ts';
import { addUserRoutes } from './user-routes.ts';

type Deps = { database: Database; identity: LocalIdentity; sendMail: SendMail; onlyProvider: string | undefined };

export const service = serveRoutes(addOrganizationRoutes);

function addOrganizationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps;
  addUserRoutes(app, deps);
  addMemberRoutes(app, deps);
  addInvitationRoutes(app, deps);
  addApiKeyRoutes(app, deps);
  addLoginRoutes(app, deps);

  endpoint(app, operations.organizations.list, {
    async handler({ request }) {
      const paging = readPaging(request);
      const credential = request.credential!;
      if (credential.kind === 'user') {
        const { count, rows } = await listOrganizationsOfUser(database.system, credential.userId, paging);
        return envelope(request, paging, count, rows.map(toOrganization));
      }
      const own = await findOrganization(database.tenant(credential.orgId), credential.orgId);
      return envelope(request, paging, 1, own === undefined ? [] : [toOrganization({ ...own, role: credential.role })]);
    },
  });

  endpoint(app, operations.organizations.get, {
    handler: async ({ caller }) => toOrganization(await getOrganization(database.tenant(caller.orgId), caller.orgId)),
  });

  endpoint(app, operations.organizations.rename, {
    readBody({ caller, request }) {
      const body = readJsonObject(request);
      refuseOperatorFields(body, caller.orgId);
      return check(OrganizationPatch, body);
    },
    async handler({ caller, body: { name, public_agent_cards: publicAgentCards } }) {
      const db = database.tenant(caller.orgId);
      if (name === undefined && publicAgentCards === undefined)
        return toOrganization(await getOrganization(db, caller.orgId));
      return toOrganization(await updateOrganization(db, caller.orgId, { name, publicAgentCards }, caller));
    },
  });

  endpoint(app, operations.organizations.audit, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
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
      throw forbidden(`Only an operator can change ${field}: npx errand org update ${orgId} ${option}`);
    }
  }
}

const toOrganization = <T extends { created_at: Date; paused_at: Date | null }>(row: T) => ({
  ...row,
  paused_at: row.paused_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const toAuditEntry = (row: AuditRow): Static<typeof AuditEntry> => ({
  id: row.id,
  created_at: row.at.toISOString(),
  actor: {
    ...toActor([
      callerLink({ userId: row.actor_user_id, email: row.actor_email, keyId: row.actor_key_id, key: row.actor_key }),
      ...causeOf(row),
    ]),
    email: row.actor_email,
    api_key_id: row.actor_key_id,
  },
  action: row.action,
  target_type: row.target_type,
  target_id: row.target_id,
  detail: row.detail,
  seq: row.seq,
  previous_hash: row.previous_hash,
  hash: row.hash,
});
