import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import { sourceOf } from '#platform/source-of.ts';

// Sign-in attempts are counted in the database, so that the limit holds across processes. The guesser is slowed down,
// not the owner: an address that guesses waits twice as long each time, all others together wait little, and an address
// where the owner has signed in counts for itself only.

/** A count is forgotten this long after the last attempt: longer than the longest wait, which would begin anew otherwise. */
const WINDOW = `interval '1 hour'`;
const WAIT = `interval '30 s'`;
const WAIT_MAX = `interval '15 minutes'`;
/** How long an address is known after a successful sign-in. */
const KNOWN = `interval '90 days'`;
/** Each attempt adds at most two rows, so expired rows are removed faster than new ones arrive. */
const REMOVED_MAX = 10;

/** Attempts with a name from one address ($4 are free), and from all addresses together ($5 are free). */
const PAIR = { free: '$4::int', wait: `least(${WAIT_MAX}, ${WAIT} * power(2, least(t.tries - $4::int, 10)))` };
const NAME = { free: '$5::int', wait: WAIT };

/** The time of the next allowed attempt. */
const nextOf = ({ free, wait }: typeof PAIR): string =>
  `t.until - ${WINDOW} + case when t.tries < ${free} then interval '0 s' else ${wait} end`;

/** Returns the seconds to wait after too many attempts, else 0. A refused attempt does not count. */
export async function countTry(db: Db, name: string, address: string): Promise<number> {
  // Behind a trusted proxy the address can be forged; the second count bounds guessing from many addresses. It comes
  // after the first, so that a single address cannot lock out the owner of the name.
  const values = [...keysOf(name, address), limits.signInTries, 10 * limits.signInTries];
  const known = 'select from sign_in_tries where key = $3::bytea and until > now()';
  const [counted] = await db.query<{ allowed: boolean }>(
    `with known as (${known}),
     pair as (${count('values ($1::bytea)', PAIR)}),
     name as (${count('select $2::bytea from pair where not exists (select from known)', NAME)})
     select exists (select from name) or (exists (select from pair) and exists (select from known)) as allowed`,
    values,
  );
  if (counted!.allowed) return 0;
  const [full] = await db.query<{ seconds: number }>(
    `select ceil(extract(epoch from max(case when t.key = $1::bytea then ${nextOf(PAIR)} else ${nextOf(NAME)} end)
       - now()))::int as seconds
     from sign_in_tries t where t.key = $1::bytea or (t.key = $2::bytea and not exists (${known}))`,
    values,
  );
  return Math.max(1, full!.seconds ?? 1);
}

/** Adds one if an attempt is allowed now, and restarts an expired count. Returns no row otherwise. */
function count(keys: string, limit: typeof PAIR): string {
  return `insert into sign_in_tries as t (key, tries, until)
    select k.key, 1, now() + ${WINDOW} from (${keys}) k (key)
    on conflict (key) do update set tries = case when t.until <= now() then 1 else t.tries + 1 end, until = excluded.until
    where t.until <= now() or ${nextOf(limit)} <= now()
    returning t.key`;
}

/**
 * Resets the counts and notes the address as one of the owner's. Deletes with one statement per row, so that none holds
 * one row while it waits for the other.
 */
export async function forgetTries(db: Db, name: string, address: string): Promise<void> {
  const [pair, ofName, known] = keysOf(name, address);
  for (const key of [pair, ofName]) await db.run('delete from sign_in_tries where key = $1::bytea', [key]);
  await db.run(
    `insert into sign_in_tries (key, tries, until) values ($1::bytea, 1, now() + ${KNOWN})
     on conflict (key) do update set until = excluded.until`,
    [known],
  );
}

export async function removeOldTries(db: Db): Promise<void> {
  await db.run(
    `delete from sign_in_tries where key in (
       select key from sign_in_tries where until < now() order by until limit ${REMOVED_MAX} for update skip locked)`,
  );
}

function keysOf(name: string, ip: string): [pair: Buffer, name: Buffer, known: Buffer] {
  const hash = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
  const address = sourceOf(ip);
  return [hash(name, address), hash(name), hash('known', name, address)];
}
