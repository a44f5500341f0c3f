import type { WatchSource } from '@errand/contract/rescreening.ts';
import type { Link } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { pickInTurns } from '#platform/turns.ts';

export type WatchSettings = {
  name: string;
  lists: string[] | null;
  threshold: number;
  every_hours: number | null;
  queue_id: string | null;
  source: WatchSource | null;
};
export type WatchRow = WatchSettings & {
  id: string;
  org_id: string;
  screened: Record<string, number>;
  is_stale: boolean;
  next_run_at: Date | null;
  actor: Link;
  user_id: number | null;
  key_id: string | null;
  created_at: Date;
  updated_at: Date;
  subject_count: number;
  open_matches: number;
  running: boolean;
  last_run_at: Date | null;
};

/** Whether somebody called an open match (m) a false positive, and neither side has changed since. */
export const isSuppressed = `exists (select from screening_decisions d
  where d.org_id = m.org_id and d.subject_key = m.subject_key and d.list_id = m.list_id and d.entry_id = m.entry_id
    and d.entry_hash = m.entry_hash and d.decision = 'false_positive')`;

const COLUMNS = `w.id, w.org_id, w.name, w.lists, w.threshold, w.every_hours, w.queue_id, w.source, w.screened, w.is_stale,
  w.next_run_at, w.actor, w.user_id, w.key_id, w.created_at, w.updated_at,
  (select count(*)::int from screening_subjects s where s.watch_id = w.id) as subject_count,
  (select count(*)::int from screening_matches m where m.watch_id = w.id and m.state = 'open' and not ${isSuppressed})
    as open_matches,
  exists (select from screening_runs r where r.watch_id = w.id and r.finished_at is null) as running,
  (select max(r.finished_at) from screening_runs r where r.watch_id = w.id) as last_run_at`;

export const listWatches = (db: Db, orgId: string, page: Page): Promise<Listed<WatchRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: 'screening_watches w',
    where: 'w.org_id = $1',
    order: 'w.id desc',
    values: [orgId],
    page,
  });

export async function findWatch(db: Db, orgId: string, id: string): Promise<WatchRow | undefined> {
  const rows = await db.query<WatchRow>(
    `select ${COLUMNS} from screening_watches w where w.org_id = $1 and w.id = $2`,
    [orgId, id],
  );
  return rows[0];
}

/** Changes of a watch and the beginning and end of its runs happen one after the other. */
export async function lockWatch(tx: Db, orgId: string, id: string): Promise<WatchRow | undefined> {
  await tx.query('select from screening_watches where org_id = $1 and id = $2 for update', [orgId, id]);
  return findWatch(tx, orgId, id);
}

export async function insertWatch(
  tx: Db,
  caller: Caller,
  settings: WatchSettings & { actor: Link; next_run_at: Date | null },
): Promise<string> {
  const id = newId();
  await tx.run(
    `insert into screening_watches (id, org_id, name, lists, threshold, every_hours, queue_id, source, next_run_at, actor,
       user_id, key_id, role)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      caller.orgId,
      settings.name,
      settings.lists,
      settings.threshold,
      settings.every_hours,
      settings.queue_id,
      settings.source && JSON.stringify(settings.source),
      settings.next_run_at,
      JSON.stringify(settings.actor),
      caller.userId,
      caller.keyId,
      caller.role,
    ],
  );
  return id;
}

/** Whoever changes a watch answers for it from then on: its alerts are sent with their right. */
export async function updateWatch(
  tx: Db,
  caller: Caller,
  id: string,
  settings: WatchSettings & { actor: Link; next_run_at: Date | null; is_stale: boolean },
): Promise<void> {
  await tx.run(
    `update screening_watches set name = $3, lists = $4, threshold = $5, every_hours = $6, queue_id = $7, source = $8,
       next_run_at = $9, is_stale = is_stale or $10, actor = $11, user_id = $12, key_id = $13, role = $14, updated_at = now()
     where org_id = $1 and id = $2`,
    [
      caller.orgId,
      id,
      settings.name,
      settings.lists,
      settings.threshold,
      settings.every_hours,
      settings.queue_id,
      settings.source && JSON.stringify(settings.source),
      settings.next_run_at,
      settings.is_stale,
      JSON.stringify(settings.actor),
      caller.userId,
      caller.keyId,
      caller.role,
    ],
  );
}

/** Notes which versions were compared. */
export async function markScreened(
  tx: Db,
  orgId: string,
  id: string,
  { screened, isStale }: { screened: Record<string, number>; isStale: boolean },
): Promise<void> {
  await tx.run('update screening_watches set screened = $3, is_stale = $4 where org_id = $1 and id = $2', [
    orgId,
    id,
    JSON.stringify(screened),
    isStale,
  ]);
}

export async function deleteWatch(tx: Db, orgId: string, id: string): Promise<boolean> {
  return (await tx.run('delete from screening_watches where org_id = $1 and id = $2', [orgId, id])) > 0;
}

/** The watches that look at a list. */
export async function listWatchesOfList(tx: Db, orgId: string, listId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from screening_watches where org_id = $1 and (lists is null or $2::uuid = any (lists)) order by id`,
    [orgId, listId],
  );
  return rows.map(({ id }) => id);
}

/** Moves watches on that are due, and returns them. Organizations take turns. Another process skips them. */
export const takeDueWatches = (system: Db, limit: number): Promise<{ id: string; org_id: string; actor: Link }[]> =>
  system.query(
    `${pickInTurns('screening_watches', 'next_run_at', limit)}, due as (
       select w.id from picked p join screening_watches w on w.id = p.id
       where w.next_run_at <= now() order by p.turn, p.due limit $1 for update of w skip locked)
     update screening_watches w set next_run_at = now() + make_interval(hours => w.every_hours)
     from due where w.id = due.id returning w.id, w.org_id, w.actor`,
    [limit],
  );
