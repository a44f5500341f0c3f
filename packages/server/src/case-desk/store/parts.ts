import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// What hangs on a case: notes, tasks, jobs, decisions and its history.

export type NoteRow = { id: string; case_id: string; body: string; author: Link; created_at: Date };

export const listNotes = (db: Db, orgId: string, caseIds: string[]): Promise<NoteRow[]> =>
  db.query<NoteRow>(
    'select id, case_id, body, author, created_at from case_notes where org_id = $1 and case_id = any ($2::uuid[]) order by id',
    [orgId, caseIds],
  );

export async function insertNote(
  tx: Db,
  orgId: string,
  given: { caseId: string; body: string; author: Link },
): Promise<string> {
  const id = newId();
  await tx.run('insert into case_notes (id, org_id, case_id, body, author) values ($1, $2, $3, $4, $5)', [
    id,
    orgId,
    given.caseId,
    given.body,
    JSON.stringify(given.author),
  ]);
  return id;
}

export type TaskRow = {
  id: string;
  case_id: string;
  title: string;
  due_at: Date | null;
  assignee: { user_id: number; email: string } | null;
  done_at: Date | null;
  created_at: Date;
};

const TASK = `t.id, t.case_id, t.title, t.due_at, t.done_at, t.created_at,
  case when u.id is not null then json_build_object('user_id', u.id, 'email', u.email) end as assignee`;
const TASKS = 'case_tasks t left join users u on u.id = t.assignee_id';

export const listTasks = (db: Db, orgId: string, caseIds: string[]): Promise<TaskRow[]> =>
  db.query<TaskRow>(`select ${TASK} from ${TASKS} where t.org_id = $1 and t.case_id = any ($2::uuid[]) order by t.id`, [
    orgId,
    caseIds,
  ]);

export async function findTask(db: Db, orgId: string, caseId: string, id: string): Promise<TaskRow | undefined> {
  const rows = await db.query<TaskRow>(
    `select ${TASK} from ${TASKS} where t.org_id = $1 and t.case_id = $2 and t.id = $3`,
    [orgId, caseId, id],
  );
  return rows[0];
}

export async function insertTask(
  tx: Db,
  orgId: string,
  given: { caseId: string; title: string; dueAt: string | null; assigneeId: number | null },
): Promise<string> {
  const id = newId();
  await tx.run(
    'insert into case_tasks (id, org_id, case_id, title, due_at, tell_at, assignee_id) values ($1, $2, $3, $4, $5, $5, $6)',
    [id, orgId, given.caseId, given.title, given.dueAt, given.assigneeId],
  );
  return id;
}

export async function updateTask(tx: Db, orgId: string, id: string, done: boolean): Promise<void> {
  await tx.run(
    `update case_tasks set done_at = case when $3 then coalesce(done_at, clock_timestamp()) end, claim_id = null
     where org_id = $1 and id = $2`,
    [orgId, id, done],
  );
}

/** Nobody is told of overdue tasks while their case is closed. */
export async function watchTasks(tx: Db, orgId: string, caseId: string, isOpen: boolean): Promise<void> {
  await tx.run(
    `update case_tasks set tell_at = case when $3 then due_at end, claim_id = null
     where org_id = $1 and case_id = $2 and told_at is null`,
    [orgId, caseId, isOpen],
  );
}

export type JobLinkRow = { job_id: string; alert_id: string | null; step: string | null; created_at: Date };

export const listJobLinks = (db: Db, orgId: string, caseId: string): Promise<JobLinkRow[]> =>
  db.query<JobLinkRow>(
    `select job_id, alert_id, step, created_at from case_jobs where org_id = $1 and case_id = $2
     order by created_at, job_id`,
    [orgId, caseId],
  );

/** Links a job to the case of its alert. Returns false if it was linked before. */
export async function insertJobLink(
  tx: Db,
  orgId: string,
  given: { caseId: string; jobId: string; alertId: string; step: string },
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into case_jobs (case_id, job_id, org_id, alert_id, step) select $1, $2, $3, $4, $5
     where not exists (select from case_jobs where job_id = $2 and org_id = $3) on conflict do nothing`,
    [given.caseId, given.jobId, orgId, given.alertId, given.step],
  );
  return inserted > 0;
}

export type DecisionRow = {
  case_id: string;
  case_number: number;
  outcome: string;
  reason_code: string;
  narrative: string;
  proposed_by: Link;
  decided_by: Link;
  decided_at: Date;
  automatic: Automatic | null;
};

/** What decided without a person. */
export type Automatic = {
  playbook_id: string;
  version_id: string;
  step: string;
  job_id: string;
  policy_version_id: string;
};

export async function insertDecision(
  tx: Db,
  orgId: string,
  given: Omit<DecisionRow, 'case_number' | 'decided_at'>,
): Promise<{ id: string; decided_at: Date }> {
  const [row] = await tx.query<{ id: string; decided_at: Date }>(
    `insert into case_decisions (id, org_id, case_id, outcome, reason_code, narrative, proposed_by, decided_by, automatic)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id, decided_at`,
    [
      newId(),
      orgId,
      given.case_id,
      given.outcome,
      given.reason_code,
      given.narrative,
      JSON.stringify(given.proposed_by),
      JSON.stringify(given.decided_by),
      given.automatic && JSON.stringify(given.automatic),
    ],
  );
  return row!;
}

/** The decisions about cases, the first one first. */
export const listDecisions = (db: Db, orgId: string, caseIds: string[]): Promise<Record<string, unknown>[]> =>
  db.query(
    `select id, case_id, outcome, reason_code, narrative, proposed_by, decided_by, decided_at, automatic from case_decisions
     where org_id = $1 and case_id = any ($2::uuid[]) order by id`,
    [orgId, caseIds],
  );

/** Everything that was merged into a case, at any distance. */
const FAMILY = `with recursive family as (
  select id from cases where org_id = $1 and id = $2
  union select c.id from cases c join family f on c.merged_into = f.id where c.org_id = $1)`;

export async function listMerged(db: Db, orgId: string, caseId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(`${FAMILY} select id from family where id <> $2 order by id`, [
    orgId,
    caseId,
  ]);
  return rows.map(({ id }) => id);
}

export type EventRow = {
  id: string;
  case_id: string;
  at: Date;
  kind: string;
  actor: Link;
  detail: Record<string, unknown>;
};

export async function listEvents(db: Db, orgId: string, caseId: string, page: Page): Promise<Listed<EventRow>> {
  const ids = [caseId, ...(await listMerged(db, orgId, caseId))];
  return listPage<EventRow>(db, {
    columns: 'e.id, e.case_id, e.at, e.kind, e.actor, e.detail',
    from: 'case_events e',
    where: 'e.org_id = $1 and e.case_id = any($2::uuid[])',
    order: 'e.id desc',
    values: [orgId, ids],
    page,
  });
}

/** What people did to a case or to one that was merged into it, so that it is theirs, as a sentence. */
export async function findWorkOfPeople(db: Db, orgId: string, caseId: string): Promise<string | undefined> {
  const rows = await db.query<{ kind: string }>(
    `${FAMILY} select e.kind from case_events e
     where e.org_id = $1 and e.case_id in (select id from family) and (e.kind in ('reopened', 'decision_rejected')
       or (e.kind in ('note_added', 'document_added') and e.actor ->> 'user_id' is not null))
     order by e.id desc limit 1`,
    [orgId, caseId],
  );
  return rows[0] && WORK[rows[0].kind];
}

const WORK: Record<string, string> = {
  reopened: 'The case was reopened.',
  decision_rejected: 'A decision about the case was rejected.',
  note_added: 'A person has written a note.',
  document_added: 'A person has added a document.',
};

export async function insertEvent(
  tx: Db,
  orgId: string,
  event: Pick<EventRow, 'case_id' | 'kind' | 'actor' | 'detail'>,
): Promise<void> {
  await tx.run('insert into case_events (id, org_id, case_id, kind, actor, detail) values ($1, $2, $3, $4, $5, $6)', [
    newId(),
    orgId,
    event.case_id,
    event.kind,
    JSON.stringify(event.actor),
    JSON.stringify(event.detail),
  ]);
}
