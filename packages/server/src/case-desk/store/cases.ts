import type { CaseSubject } from '@errand/contract/case-desk.ts';
import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { listPage, orderTerms, type Page } from '#platform/list-page.ts';
import { isVisible, type Priority } from '../rules/model.ts';
import { type CaseTerm, caseTermsSql } from '../search/case-terms.ts';
import { saveWords } from '../search/words.ts';

export type Proposal = {
  outcome: string;
  reason_code: string;
  narrative: string;
  by: Link;
  at: string;
  /** What the case had then. Older proposals do not say. */
  alert_count?: number;
};

export type CaseRow = {
  id: string;
  number: number;
  queue_id: string;
  subject: CaseSubject;
  state: 'open' | 'in_review' | 'waiting' | 'escalated' | 'closed';
  priority: Priority;
  assignee: { user_id: number; email: string } | null;
  clocks: { name: string; due_at: string; paused: boolean; reason: string | null; stopped: boolean }[];
  alert_count: number;
  proposal: Proposal | null;
  outcome: string | null;
  reason_code: string | null;
  narrative: string | null;
  closed_at: Date | null;
  merged_into: string | null;
  restricted_to: number[] | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `c.id, c.number, c.queue_id, c.subject, c.state, c.priority,
  case when u.id is not null then json_build_object('user_id', u.id, 'email', u.email) end as assignee,
  array(select json_build_object('name', k.name, 'due_at', k.due_at, 'paused', k.paused_at is not null,
      'reason', k.pause_reason, 'stopped', k.stopped_at is not null)
    from case_clocks k where k.case_id = c.id order by k.due_at, k.name) as clocks,
  c.alert_count, c.proposal, c.outcome, c.reason_code, c.narrative, c.closed_at, c.merged_into, c.restricted_to,
  c.created_at, c.updated_at`;
const ASSIGNEE = 'left join users u on u.id = c.assignee_id';

export type CaseFilter = {
  viewer: number | null;
  queueId?: string | undefined;
  state?: string | undefined;
  assigneeId?: number | undefined;
  unassigned?: boolean;
  dueBy?: Date | undefined;
  terms?: CaseTerm[];
};

/** The conditions on a case (c) that a list has, with their values. The organization is $1. */
export function caseWhere(orgId: string, filter: CaseFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [orgId, filter.viewer];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const terms = caseTermsSql(filter.terms ?? [], { bind, org: '$1', viewer: '$2' });
  const where = `c.org_id = $1 and ${isVisible('c', '$2')}${terms}
      and (${bind(filter.queueId ?? null)}::uuid is null or c.queue_id = $${values.length}::uuid)
      and (${bind(filter.state ?? null)}::text is null or c.state = $${values.length}::text)
      and (${bind(filter.assigneeId ?? null)}::int is null or c.assignee_id = $${values.length}::int)
      and (not ${bind(filter.unassigned ?? false)}::boolean or c.assignee_id is null)
      and (${bind(filter.dueBy ?? null)}::timestamptz is null or c.next_due_at <= $${values.length}::timestamptz)`;
  return { where, values };
}

const PRIORITY = `array_position(array['low', 'normal', 'high', 'urgent'], c.priority)`;

export function listCases(db: Db, orgId: string, filter: CaseFilter & { ordering: string }, page: Page) {
  const order = { number: [], due: ['c.next_due_at'], priority: [PRIORITY], updated: ['c.updated_at'] };
  return listPage<CaseRow>(db, {
    columns: COLUMNS,
    from: 'cases c',
    joins: ASSIGNEE,
    ...caseWhere(orgId, filter),
    order: orderTerms(filter.ordering, order, 'c.number'),
    page,
  });
}

export async function findCase(db: Db, orgId: string, id: string, viewer: number | null): Promise<CaseRow | undefined> {
  const rows = await db.query<CaseRow>(
    `select ${COLUMNS} from cases c ${ASSIGNEE} where c.org_id = $1 and c.id = $2 and ${isVisible('c', '$3')}`,
    [orgId, id, viewer],
  );
  return rows[0];
}

/** Whoever sees it or not: for the service itself. */
export async function getAnyCase(db: Db, orgId: string, id: string): Promise<CaseRow> {
  const rows = await db.query<CaseRow>(`select ${COLUMNS} from cases c ${ASSIGNEE} where c.org_id = $1 and c.id = $2`, [
    orgId,
    id,
  ]);
  return rows[0]!;
}

/** Restricted cases of which nobody who is named is a member any more. */
export async function listAbandoned(tx: Db, orgId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select c.id from cases c where c.org_id = $1 and c.restricted_to is not null and not exists (
       select from memberships m join users u on u.id = m.user_id
       where m.org_id = $1 and m.removed_at is null and u.deactivated_at is null and m.user_id = any (c.restricted_to))
     order by c.id for update`,
    [orgId],
  );
  return rows.map(({ id }) => id);
}

/** Locks cases, always in the same order, so that two changes of the same ones wait for each other. */
export async function lockCases(tx: Db, orgId: string, ids: string[]): Promise<void> {
  await tx.query('select id from cases where org_id = $1 and id = any($2::uuid[]) order by id for update', [
    orgId,
    ids,
  ]);
}

/** Locks a case that somebody sees, and reads it as it is then. */
export async function lockCase(tx: Db, orgId: string, id: string, viewer: number | null): Promise<CaseRow> {
  await lockCases(tx, orgId, [id]);
  const row = await findCase(tx, orgId, id, viewer);
  if (row === undefined) throw notFound('case');
  return row;
}

export async function insertCase(
  tx: Db,
  orgId: string,
  given: { queueId: string; subject: CaseSubject; priority: Priority; restrictedTo: number[] | null },
): Promise<string> {
  const id = newId();
  // Last in its transaction as far as possible: other new cases of the organization wait for the number.
  await tx.run(
    `with counted as (
       insert into case_numbers as n (org_id, last) values ($2, 1)
       on conflict (org_id) do update set last = n.last + 1 returning last)
     insert into cases (id, org_id, number, queue_id, subject, priority, restricted_to)
     select $1, $2, last, $3, $4::jsonb, $5, $6::int[] from counted`,
    [id, orgId, given.queueId, JSON.stringify(given.subject), given.priority, given.restrictedTo],
  );
  await saveWords(tx, orgId, id, given.subject);
  return id;
}

type Change = {
  assignee_id: number | null;
  subject: CaseSubject;
  priority: Priority;
  alert_count: number;
  proposal: Proposal | null;
  outcome: string | null;
  reason_code: string | null;
  narrative: string | null;
  closed_at: Date | null;
  escalated_at: Date | null;
  merged_into: string | null;
  restricted_to: number[] | null;
};

/**
 * Writes what changed, and what follows from it: the state, and the next clock that is due. The only place that knows
 * how states come about.
 */
export async function updateCase(tx: Db, orgId: string, id: string, change: Partial<Change> = {}): Promise<void> {
  const names = Object.keys(change) as (keyof Change)[];
  const values = names.map((name) => {
    const value = change[name];
    return (name === 'subject' || name === 'proposal') && value !== null ? JSON.stringify(value) : value;
  });
  const assignments = names.map((name, index) => `${name} = $${index + 3}${CASTS[name]}`);
  // The check of the state looks at closed_at, so both change at once.
  const value = (name: keyof Change): string =>
    names.includes(name) ? `$${names.indexOf(name) + 3}${CASTS[name]}` : `c.${name}`;
  await tx.run(
    `update cases c set ${[...assignments, 'updated_at = clock_timestamp()'].join(', ')},
       next_due_at = (select min(k.due_at) from case_clocks k
         where k.case_id = c.id and k.paused_at is null and k.stopped_at is null),
       state = case
         when ${value('closed_at')} is not null then 'closed'
         when ${value('proposal')} is not null then 'waiting'
         when ${value('escalated_at')} is not null then 'escalated'
         when exists (select from case_clocks k where k.case_id = c.id and k.paused_at is not null) then 'waiting'
         when ${value('assignee_id')} is not null then 'in_review'
         else 'open' end
     where c.org_id = $1 and c.id = $2`,
    [orgId, id, ...values],
  );
  if (change.subject !== undefined) await saveWords(tx, orgId, id, change.subject);
}

const CASTS: Record<keyof Change, string> = {
  assignee_id: '::int',
  subject: '::jsonb',
  priority: '::text',
  alert_count: '::int',
  proposal: '::jsonb',
  outcome: '::text',
  reason_code: '::text',
  narrative: '::text',
  closed_at: '::timestamptz',
  escalated_at: '::timestamptz',
  merged_into: '::uuid',
  restricted_to: '::int[]',
};
