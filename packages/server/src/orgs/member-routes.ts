import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { LocalIdentity } from './identity.ts';
import { addMember, changeMemberRole, getMember, listMembers, type Member, removeMember } from './members.ts';
import { hashPassword } from './passwords.ts';
import { displayName, USER_ID_MAX } from './users.ts';

type Deps = { database: Database; identity: LocalIdentity };

export function addMemberRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  const load = ({ caller: { orgId }, params }: At<'user_id'>): Promise<Member> =>
    getMember(database.tenant(orgId), orgId, readUserId(params.user_id));

  endpoint(app, operations.members.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listMembers(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toMember));
    },
  });

  endpoint(app, operations.members.add, {
    async handler({ caller, body }) {
      const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
      const names = { firstName: body.first_name, lastName: body.last_name };
      const given = { orgId: caller.orgId, email: body.email, role: body.role, passwordHash, ...names };
      const member = await addMember(database.system, given, caller);
      await identity.announce();
      return toMember(member);
    },
  });

  endpoint(app, operations.members.changeRole, {
    load,
    async handler({ caller, body: { role }, resource: { user_id } }) {
      const member = await changeMemberRole(database.tenant(caller.orgId), caller.orgId, user_id, role, caller);
      await identity.announce();
      return toMember(member);
    },
  });

  endpoint(app, operations.members.remove, {
    load,
    async handler({ caller, query: { revoke_keys: revokeKeys = false }, resource: { user_id } }) {
      await removeMember(database.tenant(caller.orgId), caller.orgId, user_id, caller, { revokeKeys });
      await identity.announce();
    },
  });
}

function readUserId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (id > USER_ID_MAX) throw notFound('member');
  return id;
}

const toMember = (member: Member) => ({
  user_id: member.user_id,
  email: member.email,
  first_name: member.first_name,
  last_name: member.last_name,
  display_name: displayName(member),
  role: member.role,
  source: member.source,
  is_active: member.is_active,
  created_at: member.created_at.toISOString(),
});
