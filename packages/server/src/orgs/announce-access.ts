import type { Db } from '#platform/db.ts';

// A change of access (a session that ended, a key that was revoked) reaches the other processes by a notification. Who
// misses it sees the change after seconds all the same (lookup.ts).

/** The channel that every process listens to, and the topic that makes it forget what it knows of credentials. */
export const ACCESS_TOPIC = 'access';

export async function announceAccess(db: Db): Promise<void> {
  await db.query(`select pg_notify('errand', $1::text)`, [`orgs ${ACCESS_TOPIC} all`]);
}
