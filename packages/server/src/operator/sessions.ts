import { announceAccess } from '#orgs/announce-access.ts';
import { deleteSessions, listSessions, type Session } from '#orgs/sessions.ts';
import { findUser } from '#orgs/users.ts';
import type { Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';

export async function listOperatorsSessions(db: Transactor, userId: number): Promise<Session[]> {
  if ((await findUser(db, userId)) === undefined) throw notFound('user');
  return listSessions(db, userId);
}

/** Returns how many were ended. Running services apply it at their next request. */
export async function endOperatorsSessions(
  db: Transactor,
  which: { userId: number } | { sessionId: string },
): Promise<number> {
  const ended = 'userId' in which ? await deleteSessions(db, which.userId) : await endOne(db, which.sessionId);
  await announceAccess(db);
  return ended;
}

async function endOne(db: Transactor, sessionId: string): Promise<number> {
  const ended = await db.run('delete from sessions where id = $1::uuid', [sessionId]);
  if (ended === 0) throw notFound('session');
  return ended;
}
