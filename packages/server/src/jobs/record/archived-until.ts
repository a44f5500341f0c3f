import type { Db } from '#platform/db.ts';
import { firstIdAt, idTime } from '#platform/ids.ts';

// Counts read only the tables. Their answers say up to which time jobs may be archived, and so not counted.

/** Returns the latest time of the period at which an archived job may have been accepted, or null if there is none. */
export async function findArchivedUntil(
  db: Db,
  orgId: string,
  { from, to, agentIds }: { from?: number | undefined; to?: number | undefined; agentIds?: string[] | undefined },
): Promise<Date | null> {
  const end = to === undefined ? null : firstIdAt(to + 1);
  const [part] = await db.query<{ last_id: string }>(
    `select last_id from archive_parts where org_id = $1::uuid and kind = 'jobs' and state = 'ready'
       and ($2::uuid is null or last_id >= $2::uuid) and ($3::uuid is null or first_id < $3::uuid)
       and ($4::text[] is null or agents ?| $4::text[])
     order by last_id desc limit 1`,
    [orgId, from === undefined ? null : firstIdAt(from), end, agentIds ?? null],
  );
  if (part === undefined) return null;
  const last = idTime(part.last_id);
  return to !== undefined && last.getTime() > to ? new Date(to) : last;
}

export const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;
