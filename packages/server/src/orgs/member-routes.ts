import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import type { LocalIdentity } from './identity.ts';
import { invite, type SendMail } from './invitation-routes.ts';
import { addMember, changeMemberRole, findRole, getMember, listMembers, type Member, removeMember } from './members.ts';
import { checkedEmail, displayName, findUserByEmail, USER_ID_MAX } from './users.ts';

type Deps = { database: Database; identity: LocalIdentity; sendMail: SendMail };

export function addMemberRoutes(app: FastifyInstance, { database, identity, sendMail }: Deps): void {
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
    async handler({ caller, body, request, reply }) {
      const { email, role, first_name: firstName, last_name: lastName } = body;
      if (body.password !== undefined)
        throw invalidFields({
          password: [
            'Nobody chooses the password of another person. Invite them: POST /v1/organizations/{id}/invitations/.',
          ],
        });
      // People who have an account join by accepting, so that nobody is a member without knowing.
      const user = await findUserByEmail(database.system, checkedEmail(email));
      if (user !== undefined) {
        if ((await findRole(database.system, caller.orgId, user.id)) !== undefined)
          throw new AppError('conflict', { detail: 'This user is already a member.' });
        reply.code(202);
        return invite({ database, sendMail }, caller, { email, role }, request);
      }
      const member = await addMember(
        database.system,
        { orgId: caller.orgId, email, role, firstName, lastName },
        caller,
      );
      await identity.announce();
      reply.code(201);
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
