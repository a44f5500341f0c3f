import type { PlaybookContent } from '@errand/contract/playbooks.ts';
import { isVisible } from '#case-desk/rules/model.ts';
import type { Cause } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// Runs of playbooks and their steps. The id of a job is stored before the job starts.

export type StepState = 'planned' | 'started' | 'skipped' | 'succeeded' | 'failed';
export type StepRow = {
  step: number;
  name: string;
  state: StepState;
  job_id: string | null;
  agent_version_id: string | null;
  inputs_sha256: string | null;
  is_reused: boolean;
  reason: string | null;
};
const STEP = 's.step, s.name, s.state, s.job_id, s.agent_version_id, s.inputs_sha256, s.is_reused, s.reason';

/** What a claimed run needs to go on. */
export type DueRun = {
  playbook_id: string;
  version_id: string;
  alert_id: string;
  rehearsal_id: string | null;
  step: number;
  cause: Cause;
};
export const DUE_COLUMNS = 't.playbook_id, t.version_id, t.alert_id, t.rehearsal_id, t.step, t.cause';

export type NewRun = {
  playbookId: string;
  versionId: string;
  alertId: string;
  caseId: string;
  rehearsalId: string | null;
  cause: Cause;
};

/** One run for each alert: a second one is not inserted. */
export async function insertRun(tx: Db, orgId: string, run: NewRun): Promise<void> {
  await tx.run(
    `insert into playbook_runs (id, org_id, playbook_id, version_id, alert_id, case_id, rehearsal_id, cause)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      newId(),
      orgId,
      run.playbookId,
      run.versionId,
      run.alertId,
      run.caseId,
      run.rehearsalId,
      JSON.stringify(run.cause),
    ],
  );
}

export type Plan = {
  name: string;
  content: PlaybookContent;
  creator_id: number | null;
  agents_enabled: boolean;
  rehearsal_status: string | null;
  max_cost: number | null;
};

/** The plan of a run, whether its playbook was deleted meanwhile or not. */
export async function getPlan(db: Db, orgId: string, { version_id, rehearsal_id }: DueRun): Promise<Plan> {
  const rows = await db.query<Plan>(
    `select p.name, v.content, v.creator_id, o.agents_enabled, r.status as rehearsal_status, r.max_cost
     from playbook_versions v join playbooks p on p.id = v.playbook_id join organizations o on o.id = v.org_id
     left join playbook_rehearsals r on r.id = $3
     where v.org_id = $1 and v.id = $2`,
    [orgId, version_id, rehearsal_id],
  );
  return rows[0]!;
}

export const listSteps = (db: Db, orgId: string, runIds: string[]): Promise<(StepRow & { run_id: string })[]> =>
  db.query(
    `select s.run_id, ${STEP} from playbook_steps s where s.org_id = $1 and s.run_id = any ($2::uuid[])
     order by s.run_id, s.step`,
    [orgId, runIds],
  );

/** Plans a step, or finds what another process planned. */
export async function planStep(
  db: Db,
  orgId: string,
  at: { runId: string; step: number; name: string },
  given: { state: 'planned' | 'skipped'; reason: string | null },
): Promise<StepRow> {
  await db.run(
    `insert into playbook_steps (run_id, step, org_id, name, state, job_id, reason)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [at.runId, at.step, orgId, at.name, given.state, given.state === 'planned' ? newId() : null, given.reason],
  );
  return (await listSteps(db, orgId, [at.runId])).find(({ step }) => step === at.step)!;
}

type StepChange = Partial<Omit<StepRow, 'step' | 'name'>>;

export async function updateStep(db: Db, runId: string, step: number, change: StepChange): Promise<void> {
  const names = Object.keys(change);
  await db.run(
    `update playbook_steps s set ${names.map((name) => `${name} = g.${name}`).join(', ')}
     from json_populate_record(null::playbook_steps, $3::json) g where s.run_id = $1 and s.step = $2`,
    [runId, step, JSON.stringify(change)],
  );
}

/** Makes runs due whose job has ended. Returns how many there were. */
export const wakeEnded = (db: Db): Promise<number> =>
  db.run(
    `update playbook_runs r set due_at = clock_timestamp()
     from playbook_steps s
     where s.state = 'started' and s.run_id = r.id and s.step = r.step and r.state = 'running' and r.claim_id is null
       and r.due_at > clock_timestamp() + interval '2 seconds'
       and exists (select from job_results j where j.job_id = s.job_id)`,
  );

/** The end of a job as steps see it. */
export type JobEnd = {
  status: number;
  verdict: string | null;
  needs_review: boolean;
  policy_version_id: string | null;
  policy_id: string | null;
  version_id: string;
  error_message: string | null;
};

export async function findJobEnd(db: Db, orgId: string, jobId: string): Promise<JobEnd | undefined> {
  const rows = await db.query<JobEnd>(
    `select r.status, r.ui_fields ->> 'verdict' as verdict, coalesce(r.needs_review, false) as needs_review,
       j.policy_version_id, v.policy_id, j.version_id, r.error_message
     from job_results r join jobs j on j.id = r.job_id left join policy_versions v on v.id = j.policy_version_id
     where r.org_id = $1 and r.job_id = $2`,
    [orgId, jobId],
  );
  return rows[0];
}

/** What the other alerts of a case came to. Null: no run. */
export const listActions = (
  tx: Db,
  orgId: string,
  caseId: string,
): Promise<{ alert_id: string; state: string | null; action: string | null; outcome: string | null }[]> =>
  tx.query(
    `select a.id as alert_id, r.state, r.action, r.outcome from case_alerts a
     left join playbook_runs r on r.alert_id = a.id and r.rehearsal_id is null
     where a.org_id = $1 and a.case_id = $2`,
    [orgId, caseId],
  );

export type RunRow = {
  id: string;
  playbook_id: string;
  version_id: string;
  alert_id: string;
  case_id: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  action: 'close' | 'escalate' | 'leave' | null;
  outcome: string | null;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
};

type Filter = { playbookId: string; caseId?: string | undefined; state?: string | undefined; viewer: number | null };

/** Live runs, newest first. Their case is the one that has the alert now. */
export const listRuns = (
  db: Db,
  orgId: string,
  { playbookId, caseId, state, viewer }: Filter,
  page: Page,
): Promise<Listed<RunRow>> =>
  listPage(db, {
    columns: `r.id, r.playbook_id, r.version_id, r.alert_id, a.case_id, r.state, r.action, r.outcome, r.reason,
      r.created_at, r.finished_at`,
    from: 'playbook_runs r join case_alerts a on a.id = r.alert_id join cases c on c.id = a.case_id',
    where: `r.org_id = $1 and r.playbook_id = $2 and r.rehearsal_id is null and ${isVisible('c', '$3')}
      and ($4::uuid is null or a.case_id = $4::uuid) and ($5::text is null or r.state = $5::text)`,
    order: 'r.id desc',
    values: [orgId, playbookId, viewer, caseId ?? null, state ?? null],
    page,
  });
