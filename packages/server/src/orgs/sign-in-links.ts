import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#platform/db.ts';

// Links that sign a person in without a password, printed on the terminal at the start of the service. The code works
// once and within an hour. Only its hash is stored, and it travels in the fragment of the address, which browsers do
// not send to a server.

const LIFE_MINUTES = 60;
const PREFIX = 'sign_in_link:';
const CODE = /^[\w-]{43}$/;

/** Creates a link and returns its code. Also removes expired links. */
export async function createSignInLink(db: Db, userId: number): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await db.run(
    `delete from installation where name like '${PREFIX}%' and (value::json->>'expires_at')::timestamptz < now()`,
  );
  await db.run(
    `insert into installation (name, value) values ($1::text, json_build_object('user_id', $2::int,
       'expires_at', now() + interval '${LIFE_MINUTES} minutes')::text)`,
    [nameOf(code), userId],
  );
  return code;
}

/**
 * Returns the user whom the code signs in, or undefined if it is unknown, used or expired. Of two concurrent uses, one
 * succeeds.
 */
export async function takeSignInLink(db: Db, code: string): Promise<number | undefined> {
  if (!CODE.test(code)) return undefined;
  const [link] = await db.query<{ user_id: number; fresh: boolean }>(
    `delete from installation where name = $1::text
     returning (value::json->>'user_id')::int as user_id, (value::json->>'expires_at')::timestamptz > now() as fresh`,
    [nameOf(code)],
  );
  return link?.fresh ? link.user_id : undefined;
}

const nameOf = (code: string): string => PREFIX + createHash('sha256').update(code).digest('hex');
