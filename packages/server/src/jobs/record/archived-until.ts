import type { Db } from '#platform/db.ts';
import { firstIdAt, idTime } from '#platform/ids.ts';

// Counting looks at the tables only. Whoever counts says from when on jobs may be in the archive, and so not be counted.

/** The newest moment of the period at which a job may have been accepted that is archived; null: there is none. */
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
