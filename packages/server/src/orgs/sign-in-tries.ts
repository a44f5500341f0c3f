import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';

// Sign-in attempts are counted in the database, so that the limit holds across processes.

const WINDOW = `interval '15 minutes'`;
/** Each attempt adds at most two rows, so expired rows are removed faster than new ones arrive. */
const REMOVED_MAX = 10;

/** Returns the seconds to wait after too many attempts, else 0. A refused attempt does not count. */
export async function countTry(db: Db, name: string, address: string): Promise<number> {
  // Behind a trusted proxy the address can be forged; the second count bounds guessing from many addresses. It comes
  // after the first, so that a single address cannot lock out the owner of the name.
  const keys = keysOf(name, address);
  const [counted] = await db.query<{ both: boolean }>(
    `with pair as (${count('values ($1::bytea)', '$3::int')}), name as (${count('select $2::bytea from pair', '$4::int')})
     select exists (select from name) as both`,
    [...keys, limits.signInTries, 10 * limits.signInTries],
  );
  if (counted!.both) return 0;
  const [full] = await db.query<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from max(until) - now())))::int as seconds from sign_in_tries
     where (key = $1::bytea and tries >= $3::int) or (key = $2::bytea and tries >= $4::int)`,
    [...keys, limits.signInTries, 10 * limits.signInTries],
  );
  return full!.seconds ?? 1;
}

/** Adds one if there are fewer than `max`, and restarts an expired count. Returns no row at the limit. */
function count(keys: string, max: string): string {
  return `insert into sign_in_tries as t (key, tries, until)
    select k.key, 1, now() + ${WINDOW} from (${keys}) k (key)
    on conflict (key) do update set tries = case when t.until <= now() then 1 else t.tries + 1 end,
      until = case when t.until <= now() then excluded.until else t.until end
    where t.until <= now() or t.tries < ${max}
    returning t.key`;
}

/** Resets the counts. Deletes with one statement per row, so that none holds one row while it waits for the other. */
export async function forgetTries(db: Db, name: string, address: string): Promise<void> {
  for (const key of keysOf(name, address)) await db.run('delete from sign_in_tries where key = $1::bytea', [key]);
}

export async function removeOldTries(db: Db): Promise<void> {
  await db.run(
    `delete from sign_in_tries where key in (
       select key from sign_in_tries where until < now() order by until limit ${REMOVED_MAX} for update skip locked)`,
  );
}

function keysOf(name: string, address: string): [pair: Buffer, name: Buffer] {
  const hash = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
  return [hash(name, address), hash(name)];
}
