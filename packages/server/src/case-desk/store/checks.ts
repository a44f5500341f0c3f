import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { isVisible } from '../rules/model.ts';
import type { Automatic } from './parts.ts';

// Second looks at decided cases. What is found does not change the decision: it measures who decided.

export type CheckSource = 'auto_close' | 'sample' | 'person';
export type CheckRow = {
  id: string;
  case_id: string;
  case_number: number;
  queue_id: string;
  source: CheckSource;
  outcome: string;
  reason_code: string;
  proposed_by: Link;
  decided_by: Link;
  automatic: Automatic | null;
  agrees: boolean | null;
  right_outcome: string | null;
  comment: string | null;
  checked_by: Link | null;
  created_at: Date;
  checked_at: Date | null;
};

const COLUMNS = `k.id, k.case_id, c.number as case_number, c.queue_id, k.source, d.outcome, d.reason_code, d.proposed_by, d.decided_by,
  d.automatic, k.agrees, k.right_outcome, k.comment, k.checked_by, k.created_at, k.checked_at`;
const FROM = 'case_checks k join case_decisions d on d.id = k.decision_id join cases c on c.id = k.case_id';

/** Returns false if there is a second look at this decision. */
export async function insertCheck(
  tx: Db,
  orgId: string,
  given: { caseId: string; decisionId: string; source: CheckSource },
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into case_checks (id, org_id, case_id, decision_id, source) values ($1, $2, $3, $4, $5)
     on conflict (decision_id) do nothing`,
    [newId(), orgId, given.caseId, given.decisionId, given.source],
  );
  return inserted > 0;
}

type CheckFilter = { viewer: number | null; open?: boolean | undefined; caseIds?: string[] | undefined };

export const listChecks = (
  db: Db,
  orgId: string,
  { viewer, open, caseIds }: CheckFilter,
  page: Page,
): Promise<Listed<CheckRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: FROM,
    where: `k.org_id = $1 and ${isVisible('c', '$2')} and ($3::boolean is null or (k.agrees is null) = $3::boolean)
      and ($4::uuid[] is null or k.case_id = any ($4::uuid[]))`,
    order: 'k.id desc',
    values: [orgId, viewer, open ?? null, caseIds ?? null],
    page,
  });

export async function findCheck(
  db: Db,
  orgId: string,
  id: string,
  viewer: number | null,
): Promise<CheckRow | undefined> {
  const rows = await db.query<CheckRow>(
    `select ${COLUMNS} from ${FROM} where k.org_id = $1 and k.id = $2 and ${isVisible('c', '$3')}`,
    [orgId, id, viewer],
  );
  return rows[0];
}

/** Returns false if somebody has looked already. */
export async function updateCheck(
  tx: Db,
  orgId: string,
  id: string,
  given: { agrees: boolean; rightOutcome: string | null; comment: string | null; by: Link },
): Promise<boolean> {
  const updated = await tx.run(
    `update case_checks set agrees = $3, right_outcome = $4, comment = $5, checked_by = $6, checked_at = clock_timestamp()
     where org_id = $1 and id = $2 and agrees is null`,
    [orgId, id, given.agrees, given.rightOutcome, given.comment, JSON.stringify(given.by)],
  );
  return updated > 0;
}

/** The last decision of a case. */
export async function findLastDecision(db: Db, orgId: string, caseId: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    'select id from case_decisions where org_id = $1 and case_id = $2 order by id desc limit 1',
    [orgId, caseId],
  );
  return rows[0]?.id;
}

type Draw = { viewer: number | null; queueId: string | null; from: string | null; to: string | null; count: number };

/** Last decisions of closed cases, drawn by chance among those without a second look. */
export const drawDecisions = (
  tx: Db,
  orgId: string,
  { viewer, queueId, from, to, count }: Draw,
): Promise<{ case_id: string; decision_id: string }[]> =>
  tx.query(
    `select d.case_id, d.id as decision_id from cases c
     join lateral (select d.id, d.case_id from case_decisions d where d.case_id = c.id order by d.id desc limit 1) d on true
     where c.org_id = $1 and c.outcome is not null and ${isVisible('c', '$2')}
       and ($3::uuid is null or c.queue_id = $3::uuid) and ($4::timestamptz is null or c.closed_at >= $4::timestamptz)
       and ($5::timestamptz is null or c.closed_at < $5::timestamptz)
       and not exists (select from case_checks k where k.decision_id = d.id)
     order by random() limit $6`,
    [orgId, viewer, queueId, from, to, count],
  );
