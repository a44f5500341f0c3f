import {
  MemberBody,
  MemberPage,
  MemberPatch,
  Member as MemberSchema,
  PageQuery,
} from '@errand/contract/organizations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { LocalIdentity } from './identity.ts';
import { addMember, changeMemberRole, getMember, listMembers, type Member, removeMember } from './members.ts';
import { hashPassword } from './passwords.ts';
import { displayName, USER_ID_MAX } from './users.ts';

const tag = 'Organizations';
const PATH = '/v1/organizations/:organization_id/members/';

type Deps = { database: Database; identity: LocalIdentity };

export function addMemberRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  const load = (request: FastifyRequest): Promise<Member> => {
    const { orgId } = request.caller;
    return getMember(database.tenant(orgId), orgId, readUserId(request));
  };

  endpoint(app, {
    method: 'GET',
    path: PATH,
    tag,
    summary: 'List members',
    description: 'The people of the organization with their roles, one page at a time.',
    query: PageQuery,
    responses: { 200: MemberPage },
    async handler(request) {
      const { orgId } = request.caller;
      const paging = readPaging(request);
      const { count, rows } = await listMembers(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toMember));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Add a member',
    description: 'By e-mail. A user is made when nobody has it yet; only such a new user gets the given password.',
    role: 'admin',
    body: MemberBody,
    responses: { 201: MemberSchema },
    errors: ['conflict'],
    async handler(request, reply) {
      const { caller } = request;
      const body = readBody(request, MemberBody);
      const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
      const names = { firstName: body.first_name, lastName: body.last_name };
      const given = { orgId: caller.orgId, email: body.email, role: body.role, passwordHash, ...names };
      const member = await addMember(database.system, given, caller);
      identity.forget();
      reply.code(201);
      return toMember(member);
    },
  });

  endpoint(app, {
    method: 'PATCH',
    path: `${PATH}:user_id/`,
    textParams: ['user_id'],
    tag,
    summary: 'Change the role of a member',
    description: 'Only an owner can make or change an owner, and the last one cannot be demoted.',
    role: 'admin',
    body: MemberPatch,
    responses: { 200: MemberSchema },
    errors: ['invalid_request'],
    load,
    async handler(request, _reply, { user_id }) {
      const { caller } = request;
      const { role } = readBody(request, MemberPatch);
      const member = await changeMemberRole(database.tenant(caller.orgId), caller.orgId, user_id, role, caller);
      identity.forget();
      return toMember(member);
    },
  });

  endpoint(app, {
    method: 'DELETE',
    path: `${PATH}:user_id/`,
    textParams: ['user_id'],
    tag,
    summary: 'Remove a member',
    description: 'API keys that the user owns belong to the organization and stay: revoke those that should not.',
    role: 'admin',
    responses: { 204: null },
    errors: ['invalid_request'],
    load,
    async handler({ caller }, reply, { user_id }) {
      await removeMember(database.tenant(caller.orgId), caller.orgId, user_id, caller);
      identity.forget();
      reply.code(204);
    },
  });
}

function readUserId(request: FastifyRequest): number {
  const { user_id: text } = request.params as { user_id: string };
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
  created_at: member.created_at,
});
