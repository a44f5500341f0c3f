import type { CreatedInvitation, Invitation } from '@errand/contract/invitations.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { Role } from '@errand/contract/roles.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { readBearer } from '#http/bearer.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { LocalIdentity } from './identity.ts';
import {
  createInvitation,
  getInvitation,
  type InvitationRow,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from './invitations.ts';
import { refuseFlood } from './passwords.ts';
import { toCurrentUser, userAgentOf } from './user-routes.ts';
import { updateLastLogin } from './users.ts';

/** Mails with a connection of the organization. Null if it has none. The connections domain provides it. */
export type SendMail = (
  orgId: string,
  mail: { to: string; subject: string; text: string; key: string; role: Role },
) => Promise<{ connection: string; problem: string | null } | null>;

type Deps = {
  database: Database;
  identity: LocalIdentity;
  sendMail: SendMail;
  onlyProvider?: string | undefined;
};

export function addInvitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, identity, onlyProvider } = deps;
  endpoint(app, operations.invitations.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listInvitations(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toInvitation));
    },
  });

  endpoint(app, operations.invitations.create, {
    handler: ({ caller, body, request }) => invite(deps, caller, body, request),
  });

  endpoint(app, operations.invitations.revoke, {
    load: ({ caller: { orgId }, params }) => getInvitation(database.tenant(orgId), orgId, params.invitation_id),
    handler: ({ caller, resource }) => revokeInvitation(database.tenant(caller.orgId), caller, resource),
  });

  endpoint(app, operations.invitations.open, {
    async handler({ body: { token } }) {
      const { invitation, needs } = await database.system.tx((tx) => openInvitation(tx, token));
      const { organization, email, role, expires_at: expiresAt } = invitation;
      return { organization, email, role, expires_at: expiresAt.toISOString(), needs };
    },
  });

  endpoint(app, operations.invitations.accept, {
    async handler({ body, request }) {
      const signedIn = await findSignedIn(request, identity);
      if (signedIn === undefined && onlyProvider !== undefined)
        throw new AppError('not_authenticated', { detail: `Sign in with ${onlyProvider}, and accept then.` });
      if (body.password !== undefined) refuseFlood();
      const given = { ...body, firstName: body.first_name, lastName: body.last_name };
      const { orgId, role, user, isNew } = await acceptInvitation(database.system, given, signedIn);
      await identity.announce();
      if (!isNew) return { organization_id: orgId, role, sign_in: null };
      const session = { userId: user.id, hours: limits.tokenHours, userAgent: userAgentOf(request) };
      const { token, expiresAt } = await identity.openSession(session);
      await updateLastLogin(database.system, user.id);
      const signIn = { token, expires_at: expiresAt.toISOString(), user: toCurrentUser(user) };
      return { organization_id: orgId, role, sign_in: signIn };
    },
  });
}

/** Returns the person of the request's token. A key is nobody who could join an organization. */
async function findSignedIn(request: FastifyRequest, identity: LocalIdentity): Promise<number | undefined> {
  const bearer = readBearer(request.headers.authorization ?? '');
  const credential = bearer === undefined ? undefined : await identity.authenticate(bearer);
  return credential?.kind === 'user' ? credential.userId : undefined;
}

/** Creates an invitation and mails its link, or returns the link if it was not mailed. */
export async function invite(
  { database, sendMail }: Pick<Deps, 'database' | 'sendMail'>,
  caller: Caller,
  given: { email: string; role: Role },
  request: FastifyRequest,
): Promise<CreatedInvitation> {
  const { invitation, token, organization } = await createInvitation(database, caller, given);
  // The token is in the fragment, which browsers send to no server.
  const url = `${baseUrl(request)}/invitation#token=${token}`;
  const by = invitation.invited_by.name;
  const mail = await sendMail(caller.orgId, {
    to: invitation.email,
    subject: `Invitation to ${organization}`,
    text: `${by} invites you to ${organization}, as ${invitation.role}.\n\nAccept within seven days:\n${url}\n\nThe link is yours alone: do not pass it on.\n`,
    key: invitation.id,
    role: caller.role,
  });
  return { ...toInvitation(invitation), url: mail?.problem === null ? null : url, mail };
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.accepted_at !== null ? 'accepted' : row.is_late ? 'expired' : 'open',
  invited_by: row.invited_by.name,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  accepted_at: row.accepted_at?.toISOString() ?? null,
});
