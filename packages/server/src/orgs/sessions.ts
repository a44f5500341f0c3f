import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';
import { newId } from '#platform/ids.ts';

// Sessions of users. A token names its session, and is not valid without the row. Statements run as the system, because
// a session belongs to a person and not to an organization.

export type Session = {
  id: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  user_agent: string;
};

const USER_AGENT_CHARACTERS_MAX = 300;

/** The session at the identity provider where a session began. */
export type ProviderSession = { issuer: string; sid: string | null; sealedIdToken: string | null };

export type NewSession = {
  userId: number;
  hours: number;
  userAgent: string;
  provider?: ProviderSession | undefined;
};

/** The token that signing out at the provider asks for. */
export const sealedIdTokens = sealedColumn({
  table: 'sessions',
  column: 'sealed_id_token',
  label: 'sessions',
  of: [],
  place: () => 'sso/id-token',
});

/** Creates a session, and removes expired ones of the user. */
export async function insertSession(
  db: Db,
  { userId, hours, userAgent, provider }: NewSession,
): Promise<{ id: string; expiresAt: Date }> {
  const [row] = await db.query<{ id: string; expires_at: Date }>(
    `with old as (delete from sessions where user_id = $2::int and expires_at <= now())
     insert into sessions (id, user_id, expires_at, user_agent, issuer, provider_session, sealed_id_token)
     values ($1::uuid, $2::int, date_trunc('second', now() + make_interval(secs => $3::float8)), $4::text,
       $5::text, $6::text, $7::text)
     returning id, expires_at`,
    [
      newId(),
      userId,
      hours * 3_600,
      [...userAgent].slice(0, USER_AGENT_CHARACTERS_MAX).join(''),
      provider?.issuer ?? null,
      provider?.sid ?? null,
      provider?.sealedIdToken ?? null,
    ],
  );
  return { id: row!.id, expiresAt: row!.expires_at };
}

/** Newest first. */
export async function listSessions(db: Db, userId: number): Promise<Session[]> {
  return db.query<Session>(
    `select id, created_at, last_used_at, expires_at, user_agent from sessions
     where user_id = $1::int and expires_at > now() order by created_at desc, id desc limit 1000`,
    [userId],
  );
}

/** Returns the session at the identity provider, or undefined if the session did not begin there. */
export async function findProviderSession(db: Db, sessionId: string): Promise<ProviderSession | undefined> {
  const [row] = await db.query<ProviderSession>(
    `select issuer, provider_session as sid, sealed_id_token as "sealedIdToken" from sessions
     where id = $1::uuid and issuer is not null`,
    [sessionId],
  );
  return row;
}

/** Deletes sessions that began with this session of the provider or, without one, all that the user began there. */
export async function deleteProviderSessions(
  db: Db,
  { issuer, sid, userId }: { issuer: string; sid: string | null; userId: number | null },
): Promise<{ user_id: number }[]> {
  return db.query<{ user_id: number }>(
    `delete from sessions where issuer = $1::text and ($2::text is null or provider_session = $2::text)
       and ($3::int is null or user_id = $3::int) and ($2::text is not null or $3::int is not null)
     returning user_id`,
    [issuer, sid, userId],
  );
}

/** Returns false if the user has no such session. */
export async function deleteSession(db: Db, userId: number, sessionId: string): Promise<boolean> {
  return (await db.run('delete from sessions where user_id = $1::int and id = $2::uuid', [userId, sessionId])) > 0;
}

/** Deletes a session of anybody. Returns its user, or undefined if there is none. */
export async function endSession(db: Db, sessionId: string): Promise<number | undefined> {
  const [ended] = await db.query<{ user_id: number }>('delete from sessions where id = $1::uuid returning user_id', [
    sessionId,
  ]);
  return ended?.user_id;
}

/** Deletes all sessions of a user, or all except one. */
export async function deleteSessions(db: Db, userId: number, except: string | null = null): Promise<number> {
  return db.run('delete from sessions where user_id = $1::int and ($2::uuid is null or id <> $2::uuid)', [
    userId,
    except,
  ]);
}

/** Repeats the condition, so that only one of several processes writes. */
export async function updateSessionUse(db: Db, sessionId: string): Promise<void> {
  await db.run(
    `update sessions set last_used_at = now()
     where id = $1::uuid and last_used_at < now() - interval '1 minute'`,
    [sessionId],
  );
}
