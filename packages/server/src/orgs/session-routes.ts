import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { Database, Transactor } from '#platform/db.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';
import { revokeApiKey } from './api-keys.ts';
import { auditUser } from './audit-user.ts';
import type { LocalIdentity } from './identity.ts';
import { deleteSession, deleteSessions, listSessions, type Session } from './sessions.ts';

type Deps = { database: Database; identity: LocalIdentity };

export function addSessionRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  const db = database.system;

  endpoint(app, operations.sessions.list, {
    async handler({ request }) {
      const { credential } = request;
      // An API key has no session, and does not show those of its owner.
      if (credential?.kind !== 'user') return { results: [] };
      const { userId, sessionId } = credential;
      const rows = await listSessions(db, userId);
      return { results: rows.map((row) => ({ ...toSession(row), current: row.id === sessionId })) };
    },
  });

  endpoint(app, operations.sessions.end, {
    async handler({ params: { session_id: id }, request }) {
      const { credential } = request;
      // An API key has no sessions, so none has this id.
      if (credential?.kind !== 'user') throw notFound('session');
      await endSession(db, credential.userId, id);
      await identity.announce();
    },
  });

  endpoint(app, operations.sessions.endOthers, {
    async handler({ request }) {
      const { userId, sessionId } = getSessionUser(request);
      await db.tx(async (tx) => {
        const ended = await deleteSessions(tx, userId, sessionId);
        if (ended > 0) await auditUser(tx, own(userId), { userId, action: 'user.sessions_ended', detail: { ended } });
      });
      await identity.announce();
    },
  });

  endpoint(app, operations.signIn.signOut, { handler: ({ request }) => signOut(request, { database, identity }) });
}

async function endSession(db: Transactor, userId: number, sessionId: string): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await deleteSession(tx, userId, sessionId))) throw notFound('session');
    await auditUser(tx, own(userId), { userId, action: 'user.session_ended', detail: { session_id: sessionId } });
  });
}

/** Ends the session of the request's token, or revokes its key if that is a personal one. */
export async function signOut(request: FastifyRequest, { database, identity }: Deps): Promise<void> {
  const { credential } = request;
  if (credential?.kind === 'key' && credential.isPersonal) {
    const { orgId, keyId, userId } = credential;
    await revokeApiKey(database.tenant(orgId), orgId, keyId, { userId, keyId });
    return identity.announce();
  }
  const { userId, sessionId } = getSessionUser(request);
  if (sessionId === null)
    throw new AppError('invalid_request', { detail: 'This token has no session. It works until it expires.' });
  await endSession(database.system, userId, sessionId);
  await identity.announce();
}

const own = (userId: number) => ({ userId, keyId: null });

/** Throws for an API key, because sessions belong to people. A key is revoked instead. */
export function getSessionUser({ credential }: FastifyRequest): { userId: number; sessionId: string | null } {
  if (credential?.kind !== 'user')
    throw forbidden('This requires a user token. An API key has no session and no password.');
  return credential;
}

const toSession = (row: Session) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  user_agent: row.user_agent,
});
