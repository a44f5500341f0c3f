import type { CaseQueueClock } from '@errand/contract/case-desk.ts';
import type { Db } from '#platform/db.ts';
import { isUuid } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

export type QueueSettings = {
  name: string;
  join_kinds: string[];
  join_days: number;
  clocks: CaseQueueClock[];
  reason_codes: string[];
  four_eyes_outcomes: string[];
  playbook_id: string | null;
  retention_days: number | null;
};
export type QueueRow = QueueSettings & { id: string; created_at: Date; updated_at: Date };

const COLUMNS = `q.id, q.name, q.join_kinds, q.join_days, q.clocks, q.reason_codes, q.four_eyes_outcomes,
  q.playbook_id, q.retention_days, q.created_at, q.updated_at`;

export const listQueues = (db: Db, orgId: string, page: Page): Promise<Listed<QueueRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: 'case_queues q',
    where: 'q.org_id = $1',
    order: 'q.id desc',
    values: [orgId],
    page,
  });

/** By its id or its name. */
export async function findQueue(
  db: Db,
  orgId: string,
  idOrName: string,
  lock: '' | 'for key share' | 'for update' = '',
): Promise<QueueRow | undefined> {
  const rows = await db.query<QueueRow>(
    `select ${COLUMNS} from case_queues q where q.org_id = $1 and (q.id = $2::uuid or q.name = $3)
     order by q.id = $2::uuid desc nulls last limit 1 ${lock}`,
    [orgId, isUuid(idOrName) ? idOrName : null, idOrName],
  );
  return rows[0];
}

export type DecisionRules = Pick<QueueSettings, 'reason_codes' | 'four_eyes_outcomes'>;

/** What the queues of a case and of its alerts ask of a decision. A merge brings alerts of other queues with it. */
export async function getDecisionRules(db: Db, orgId: string, caseId: string): Promise<DecisionRules> {
  const queues = await db.query<DecisionRules>(
    `select q.reason_codes, q.four_eyes_outcomes from case_queues q
     where q.org_id = $1 and (q.id = (select queue_id from cases where org_id = $1 and id = $2)
       or q.id in (select queue_id from case_alerts where org_id = $1 and case_id = $2))
     order by q.id`,
    [orgId, caseId],
  );
  const union = (lists: string[][]): string[] => [...new Set(lists.flat())];
  return {
    reason_codes: union(queues.map((one) => one.reason_codes)),
    four_eyes_outcomes: union(queues.map((one) => one.four_eyes_outcomes)),
  };
}

/** Returns false if another queue has the name. */
export async function insertQueue(
  tx: Db,
  at: { orgId: string; id: string; creatorId: number | null },
  settings: QueueSettings,
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into case_queues (id, org_id, creator_id, name, join_kinds, join_days, clocks, reason_codes, four_eyes_outcomes,
       playbook_id, retention_days)
     select $1, $2, $3, g.name, g.join_kinds, g.join_days, g.clocks, g.reason_codes, g.four_eyes_outcomes, g.playbook_id,
       g.retention_days
     from jsonb_to_record($4::jsonb) as ${GIVEN}
     on conflict (org_id, name) do nothing`,
    [at.id, at.orgId, at.creatorId, JSON.stringify(settings)],
  );
  return inserted > 0;
}

const GIVEN = `g (name text, join_kinds text[], join_days int, clocks jsonb, reason_codes text[],
  four_eyes_outcomes text[], playbook_id uuid, retention_days int)`;

/** Returns false if another queue has the name. */
export async function updateQueue(tx: Db, orgId: string, id: string, settings: QueueSettings): Promise<boolean> {
  const updated = await tx.run(
    `update case_queues q set name = g.name, join_kinds = g.join_kinds, join_days = g.join_days, clocks = g.clocks,
       reason_codes = g.reason_codes, four_eyes_outcomes = g.four_eyes_outcomes, playbook_id = g.playbook_id,
       retention_days = g.retention_days, updated_at = now()
     from jsonb_to_record($3::jsonb) as ${GIVEN}
     where q.org_id = $1 and q.id = $2
       and not exists (select from case_queues o where o.org_id = $1 and o.name = g.name and o.id <> $2)`,
    [orgId, id, JSON.stringify(settings)],
  );
  return updated > 0;
}

/** Returns false if it has cases or alerts. */
export async function deleteQueue(tx: Db, orgId: string, id: string): Promise<boolean> {
  const deleted = await tx.run(
    `delete from case_queues q where q.org_id = $1 and q.id = $2
       and not exists (select from cases c where c.org_id = $1 and c.queue_id = $2)`,
    [orgId, id],
  );
  return deleted > 0;
}

/** The names of the queues that use a playbook. */
export async function listQueuesOfPlaybook(db: Db, orgId: string, playbookId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    'select name from case_queues where org_id = $1 and playbook_id = $2 order by name',
    [orgId, playbookId],
  );
  return rows.map(({ name }) => name);
}
