import type { ScreeningRun } from '@errand/contract/rescreening.ts';
import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

export const runRows: LeasedRows = {
  name: 'screening_runs',
  table: 'screening_runs',
  open: 't.finished_at is null',
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'finished_at = clock_timestamp()',
  since: 'coalesce(t.due_at, t.created_at)',
};

export type RunRow = Pick<
  ScreeningRun,
  | 'id'
  | 'watch_id'
  | 'reason'
  | 'lists'
  | 'subjects_compared'
  | 'pairs_compared'
  | 'incomplete'
  | 'suppressed'
  | 'alerts_created'
  | 'problem'
  | 'new'
  | 'changed'
  | 'gone'
> & { is_full: boolean; actor: Link; created_at: Date; finished_at: Date | null };

// What a run found is counted from what it wrote, so that a run that died and began again counts right.
const COLUMNS = `r.id, r.watch_id, r.reason, r.is_full, r.lists, r.subjects_compared, r.pairs_compared::float8 as pairs_compared,
  r.incomplete, r.suppressed, r.alerts_created, r.problem, r.actor, r.created_at, r.finished_at, found.*`;
const FOUND = `cross join lateral (
  select count(*) filter (where e.change = 'new')::int as new, count(*) filter (where e.change = 'changed')::int as changed,
    count(*) filter (where e.change = 'gone')::int as gone
  from screening_match_events e where e.run_id = r.id) found`;

/** Returns undefined if a run of the watch is in progress. */
export async function insertRun(
  tx: Db,
  orgId: string,
  given: { watchId: string; reason: RunRow['reason']; isFull?: boolean; actor: Link },
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    `insert into screening_runs (id, org_id, watch_id, reason, is_full, actor) values ($1, $2, $3, $4, $5, $6)
     on conflict (watch_id) where finished_at is null do nothing returning id`,
    [newId(), orgId, given.watchId, given.reason, given.isFull ?? false, JSON.stringify(given.actor)],
  );
  return rows[0]?.id;
}

export async function findRun(db: Db, orgId: string, id: string): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(
    `select ${COLUMNS} from screening_runs r ${FOUND} where r.org_id = $1 and r.id = $2`,
    [orgId, id],
  );
  return rows[0];
}

export const listRuns = (db: Db, orgId: string, watchId: string, page: Page): Promise<Listed<RunRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: 'screening_runs r',
    joins: FOUND,
    where: 'r.org_id = $1 and r.watch_id = $2',
    order: 'r.id desc',
    values: [orgId, watchId],
    page,
  });

export type Progress = Pick<RunRow, 'lists' | 'subjects_compared' | 'pairs_compared' | 'incomplete'>;

export async function saveProgress(db: Db, id: string, progress: Progress): Promise<void> {
  await db.run(
    'update screening_runs set lists = $2, subjects_compared = $3, pairs_compared = $4, incomplete = $5 where id = $1',
    [id, JSON.stringify(progress.lists), progress.subjects_compared, progress.pairs_compared, progress.incomplete],
  );
}

export async function saveAlerts(
  tx: Db,
  id: string,
  { created, suppressed }: { created: number; suppressed: number },
): Promise<void> {
  await tx.run('update screening_runs set alerts_created = alerts_created + $2, suppressed = $3 where id = $1', [
    id,
    created,
    suppressed,
  ]);
}
