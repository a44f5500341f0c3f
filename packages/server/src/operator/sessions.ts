import { announceAccess } from '#orgs/announce-access.ts';
import { auditUser } from '#orgs/audit-user.ts';
import { deleteSessions, endSession, listSessions, type Session } from '#orgs/sessions.ts';
import { findUser } from '#orgs/users.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';

export async function listOperatorsSessions(db: Transactor, userId: number): Promise<Session[]> {
  if ((await findUser(db, userId)) === undefined) throw notFound('user');
  return listSessions(db, userId);
}

/** Ends sessions and returns how many. Running services apply this at their next request. */
export async function endOperatorsSessions(
  db: Transactor,
  which: { userId: number } | { sessionId: string },
): Promise<number> {
  const ended = await db.tx((tx) => ('userId' in which ? endAll(tx, which.userId) : endOne(tx, which.sessionId)));
  await announceAccess(db);
  return ended;
}

async function endAll(tx: Db, userId: number): Promise<number> {
  const ended = await deleteSessions(tx, userId);
  if (ended > 0) await auditUser(tx, 'operator', { userId, action: 'user.sessions_ended', detail: { ended } });
  return ended;
}

async function endOne(tx: Db, sessionId: string): Promise<number> {
  const userId = await endSession(tx, sessionId);
  if (userId === undefined) throw notFound('session');
  const detail = { session_id: sessionId };
  await auditUser(tx, 'operator', { userId, action: 'user.session_ended', detail });
  return 1;
}
