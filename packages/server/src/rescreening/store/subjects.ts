import type { Db } from '#platform/db.ts';
import { containing, type Listed, listPage, type Page } from '#platform/list-page.ts';
import type { Subject } from '#screening/subject.ts';
import type { WatchedSubject } from './subject.ts';

export type SubjectRow = {
  id: string;
  content: Subject;
  hash: string;
  subject_key: string;
  keys: string[];
  screened_hash: string | null;
  screened_at: Date | null;
  updated_at: Date;
};
const COLUMNS = 's.id, s.content, s.hash, s.subject_key, s.keys, s.screened_hash, s.screened_at, s.updated_at';

export const listSubjects = (
  db: Db,
  orgId: string,
  { watchId, search }: { watchId: string; search: string | undefined },
  page: Page,
): Promise<Listed<SubjectRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: 'screening_subjects s',
    where: `s.org_id = $1 and s.watch_id = $2
      and ($3::text is null or s.id ilike $3::text or s.content ->> 'name' ilike $3::text)`,
    order: 's.id',
    values: [orgId, watchId, search ? containing(search) : null],
    page,
  });

export type Counts = { added: number; changed: number; unchanged: number };

/** Adds and changes subjects. Those that are as before are not written, unless a run notes that it has read them. */
export async function putSubjects(
  tx: Db,
  at: { orgId: string; watchId: string; readBy: string | null },
  subjects: WatchedSubject[],
): Promise<Counts> {
  const [row] = await tx.query<Counts>(
    `with given as (
       select * from jsonb_to_recordset($4::jsonb) as g (id text, content jsonb, hash text, subject_key text, keys text[])),
     known as (
       select g.id, s.hash = g.hash as same from given g join screening_subjects s on s.watch_id = $2::uuid and s.id = g.id),
     written as (
       insert into screening_subjects as s (watch_id, id, org_id, content, hash, subject_key, keys, read_by)
       select $2::uuid, g.id, $1::uuid, g.content, g.hash, g.subject_key, g.keys, $3::uuid from given g
       on conflict (watch_id, id) do update set content = excluded.content, hash = excluded.hash,
         subject_key = excluded.subject_key, keys = excluded.keys, read_by = excluded.read_by,
         updated_at = case when s.hash = excluded.hash then s.updated_at else now() end
       where s.hash <> excluded.hash or s.read_by is distinct from excluded.read_by)
     select (select count(*) from given)::int - count(*)::int as added, count(*) filter (where not same)::int as changed,
       count(*) filter (where same)::int as unchanged
     from known`,
    [at.orgId, at.watchId, at.readBy, JSON.stringify(subjects)],
  );
  return row!;
}

/** Removes subjects by their ids, or all others. Their matches end with the next run. */
export const removeSubjects = (
  tx: Db,
  { orgId, watchId }: { orgId: string; watchId: string },
  { ids, others }: { ids: string[]; others: boolean },
): Promise<number> =>
  tx.run(
    `delete from screening_subjects where org_id = $1 and watch_id = $2
       and ${others ? 'id <> all ($3::text[])' : 'id = any ($3::text[])'}`,
    [orgId, watchId, ids],
  );

/** Removes what a run has not found in the table of its watch. */
export const removeUnread = (db: Db, orgId: string, watchId: string, runId: string): Promise<number> =>
  db.run('delete from screening_subjects where org_id = $1 and watch_id = $2 and read_by is distinct from $3', [
    orgId,
    watchId,
    runId,
  ]);

export async function countSubjects(db: Db, orgId: string, watchId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'select count(*)::int as count from screening_subjects where org_id = $1 and watch_id = $2',
    [orgId, watchId],
  );
  return rows[0]!.count;
}

/** Subjects that were not compared as they are now, or all of them. */
export const listToCompare = (
  db: Db,
  orgId: string,
  { watchId, after, all, limit }: { watchId: string; after: string; all: boolean; limit: number },
): Promise<SubjectRow[]> =>
  db.query<SubjectRow>(
    `select ${COLUMNS} from screening_subjects s
     where s.org_id = $1 and s.watch_id = $2 and s.id > $3 ${all ? '' : 'and s.screened_hash is distinct from s.hash'}
     order by s.id limit $4`,
    [orgId, watchId, after, limit],
  );

export async function markCompared(tx: Db, orgId: string, watchId: string, subjects: SubjectRow[]): Promise<void> {
  await tx.run(
    `update screening_subjects s set screened_hash = g.hash, screened_at = clock_timestamp()
     from unnest($3::text[], $4::text[]) as g (id, hash)
     where s.org_id = $1 and s.watch_id = $2 and s.id = g.id and s.hash = g.hash`,
    [orgId, watchId, subjects.map(({ id }) => id), subjects.map(({ hash }) => hash)],
  );
}

/** Whether any subject was compared as it is now. */
export async function hasCompared(db: Db, orgId: string, watchId: string): Promise<boolean> {
  const rows = await db.query(
    'select from screening_subjects where org_id = $1 and watch_id = $2 and screened_hash = hash limit 1',
    [orgId, watchId],
  );
  return rows.length > 0;
}

/** Subjects that share a word or a sound with an entry. Those that wait for their own comparison are left to it. */
export const findSubjectsOf = (
  db: Db,
  orgId: string,
  { watchId, keys, limit }: { watchId: string; keys: string[]; limit: number },
): Promise<SubjectRow[]> =>
  db.query<SubjectRow>(
    `select ${COLUMNS} from screening_subjects s
     where s.org_id = $1 and s.watch_id = $2 and s.keys && $3::text[] and s.screened_hash = s.hash
     order by s.id limit $4`,
    [orgId, watchId, keys, limit],
  );
