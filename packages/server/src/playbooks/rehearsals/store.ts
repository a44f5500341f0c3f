import type { PlaybookRehearsalBody } from '@errand/contract/playbooks.ts';
import type { Static } from 'typebox';
import type { Db } from '#platform/db.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// Rehearsals of playbooks, and what the runs of each case came to.

export type RehearsalFilter = NonNullable<Static<typeof PlaybookRehearsalBody>['filter']>;

export type RehearsalRow = {
  id: string;
  playbook_id: string;
  version_id: string;
  status: 'running' | 'done' | 'cancelled' | 'failed';
  reason: string | null;
  max_cost: number | null;
  /** Null: its cases were picked one by one. */
  filter: RehearsalFilter | null;
  created_by: number | null;
  started_at: Date;
  finished_at: Date | null;
};
const COLUMNS = `h.id, h.playbook_id, h.version_id, h.status, h.reason, h.max_cost, h.filter, h.created_by, h.started_at,
  h.finished_at`;

export const listRehearsals = (db: Db, orgId: string, playbookId: string, page: Page): Promise<Listed<RehearsalRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: 'playbook_rehearsals h',
    where: 'h.org_id = $1 and h.playbook_id = $2',
    order: 'h.id desc',
    values: [orgId, playbookId],
    page,
  });

export async function findRehearsal(
  db: Db,
  orgId: string,
  playbookId: string,
  id: string,
): Promise<RehearsalRow | undefined> {
  const rows = await db.query<RehearsalRow>(
    `select ${COLUMNS} from playbook_rehearsals h where h.org_id = $1 and h.playbook_id = $2 and h.id = $3`,
    [orgId, playbookId, id],
  );
  return rows[0];
}

/** The newest finished rehearsal of a version whose cases nobody chose by what they came to. */
export async function findForGate(
  db: Db,
  orgId: string,
  playbookId: string,
  versionId: string,
): Promise<RehearsalRow | undefined> {
  const rows = await db.query<RehearsalRow>(
    `select ${COLUMNS} from playbook_rehearsals h
     where h.org_id = $1 and h.playbook_id = $2 and h.version_id = $3 and h.status = 'done'
       and h.filter is not null and h.filter -> 'outcome' is null
     order by h.finished_at desc, h.id desc limit 1`,
    [orgId, playbookId, versionId],
  );
  return rows[0];
}

export async function insertRehearsal(
  tx: Db,
  orgId: string,
  given: {
    id: string;
    playbookId: string;
    versionId: string;
    maxCost: number | null;
    filter: RehearsalFilter | null;
    createdBy: number | null;
  },
): Promise<void> {
  await tx.run(
    `insert into playbook_rehearsals (id, org_id, playbook_id, version_id, status, max_cost, filter, created_by)
     values ($1, $2, $3, $4, 'running', $5, $6, $7)`,
    [
      given.id,
      orgId,
      given.playbookId,
      given.versionId,
      given.maxCost,
      given.filter && JSON.stringify(given.filter),
      given.createdBy,
    ],
  );
}

/** Its open runs are stopped with it. Returns false if it has ended. */
export async function cancelRehearsal(tx: Db, orgId: string, id: string): Promise<boolean> {
  const cancelled = await tx.run(
    `update playbook_rehearsals set status = 'cancelled', finished_at = clock_timestamp()
     where org_id = $1 and id = $2 and status = 'running'`,
    [orgId, id],
  );
  if (cancelled === 0) return false;
  await tx.run(
    `update playbook_runs set state = 'stopped', reason = 'The rehearsal was cancelled.', claim_id = null,
       finished_at = clock_timestamp()
     where org_id = $1 and rehearsal_id = $2 and state = 'running'`,
    [orgId, id],
  );
  return true;
}

export type Wanted = {
  viewer: number | null;
  ids: string[] | null;
  queueId: string | null;
  from: string | null;
  to: string | null;
  outcome: string | null;
  limit: number;
};

/** Decided cases with their alerts, the latest first. */
export const chooseCases = (
  db: Db,
  orgId: string,
  wanted: Wanted,
): Promise<{ case_id: string; alert_ids: string[] }[]> =>
  db.query(
    `select c.id as case_id, array(select a.id from case_alerts a where a.case_id = c.id order by a.id) as alert_ids
     from cases c
     where c.org_id = $1 and c.outcome is not null and c.restricted_to is null
       and ($2::uuid[] is null or c.id = any ($2::uuid[])) and ($3::uuid is null or c.queue_id = $3::uuid)
       and ($4::timestamptz is null or c.closed_at >= $4::timestamptz)
       and ($5::timestamptz is null or c.closed_at < $5::timestamptz) and ($6::text is null or c.outcome = $6::text)
     order by c.number desc limit $7`,
    [orgId, wanted.ids, wanted.queueId, wanted.from, wanted.to, wanted.outcome, wanted.limit],
  );

export type CaseEnd = {
  case_id: string;
  number: number;
  before: string;
  before_alone: boolean;
  running: number;
  undecidable: string | null;
  escalated: boolean;
  /** The one outcome with which all its alerts would close it. */
  after: string | null;
};

/** What each case of a rehearsal came to. Cases that were restricted since are left out. */
export const listCaseEnds = (db: Db, orgId: string, rehearsalId: string): Promise<CaseEnd[]> =>
  db.query<CaseEnd>(
    `select r.case_id, c.number, d.outcome as before, d.automatic is not null as before_alone,
       count(*) filter (where r.state = 'running')::int as running,
       min(r.reason) filter (where r.state in ('failed', 'stopped')) as undecidable,
       bool_or(r.action is not distinct from 'escalate') as escalated,
       case when bool_and(r.action is not distinct from 'close') and count(distinct r.outcome) = 1 then min(r.outcome) end as after
     from playbook_runs r join cases c on c.id = r.case_id
     join lateral (select outcome, automatic from case_decisions d where d.case_id = c.id order by d.id desc limit 1) d on true
     where r.org_id = $1 and r.rehearsal_id = $2 and c.restricted_to is null
     group by r.case_id, c.number, d.outcome, d.automatic order by c.number`,
    [orgId, rehearsalId],
  );

export async function countReused(db: Db, orgId: string, rehearsalId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from playbook_runs r join playbook_steps s on s.run_id = r.id
     where r.org_id = $1 and r.rehearsal_id = $2 and s.is_reused`,
    [orgId, rehearsalId],
  );
  return rows[0]!.count;
}
