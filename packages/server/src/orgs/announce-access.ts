import type { Db } from '#platform/db.ts';

// A notification tells the other processes about a change of access, such as an ended session or a revoked key. A
// process that misses it sees the change within seconds anyway (lookup.ts).

/** The topic of the notification, which makes every process clear its cache of credentials. */
export const ACCESS_TOPIC = 'access';

export async function announceAccess(db: Db): Promise<void> {
  await db.query(`select pg_notify('errand', $1::text)`, [`orgs ${ACCESS_TOPIC} all`]);
}
