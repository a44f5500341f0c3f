import { createHash } from 'node:crypto';
import type { PlaybookStep } from '@errand/contract/playbooks.ts';
import { canonicalJson } from '@errand/proofs/canonical-json.ts';
import { record, SERVICE } from '#case-desk/desk.ts';
import { type AlertRow, findAlertById } from '#case-desk/store/alerts.ts';
import { type CaseRow, getAnyCase, lockCases } from '#case-desk/store/cases.ts';
import { insertJobLink } from '#case-desk/store/parts.ts';
import { finalStatuses, jobStatus, succeededStatuses } from '#jobs/record/model.ts';
import type { StartUnattended } from '#jobs/start/start-unattended.ts';
import { type Cause, handOn, type Link, listUntrusted } from '#orgs/actor.ts';
import type { Database } from '#platform/db.ts';
import { listFailed } from '#triggers/condition.ts';
import { fillTemplates, TooLarge } from '#triggers/mapping.ts';
import { readEvidence } from './evidence.ts';
import { type Room, takeRoom } from './find-room.ts';
import { readResults } from './results.ts';
import { findReusable } from './reuse.ts';
import * as store from './store.ts';

// One step of a run. Everything is written before what follows from it begins, so a process may die anywhere.

export type StepDeps = { database: Database; startUnattended: StartUnattended };
export type Run = store.DueRun & { id: string; org_id: string };

/** What a try comes to: go on, look again later, or the end of the run. */
export type Taken =
  | { kind: 'next' }
  | { kind: 'later'; seconds: number }
  | { kind: 'end'; state: 'failed' | 'stopped'; reason: string }
  | { kind: 'succeeded'; step: PlaybookStep; jobId: string; end: store.JobEnd };

/** A job takes its time; its end makes the run due. This is for an end that nobody noticed. */
const LOOK_SECONDS = 300;
/** How soon a step looks again whether the limit of cost leaves room for its job. */
const ROOM_SECONDS = 3;
const SUCCEEDED: readonly number[] = succeededStatuses;

export async function takeStep(deps: StepDeps, run: Run, plan: store.Plan): Promise<Taken> {
  const { database } = deps;
  const alert = await findAlertById(database.system, run.org_id, run.alert_id);
  const row = await getAnyCase(database.system, run.org_id, alert!.case_id);
  const stop = findStop(run, plan, row);
  if (stop !== undefined) return { kind: 'end', state: 'stopped', reason: stop };
  const steps = await store.listSteps(database.system, run.org_id, [run.id]);
  const step = plan.content.steps[run.step]!;
  const planned =
    steps.find((one) => one.step === run.step) ?? (await planNext(deps, { run, step, steps, alert: alert!, row }));
  if (planned.state === 'skipped') return { kind: 'next' };
  if (planned.state === 'planned') return startStep(deps, { run, plan, step, steps, planned, alert: alert!, row });
  const jobId = planned.job_id!;
  const end = await store.findJobEnd(database.system, run.org_id, jobId);
  if (end === undefined || !(finalStatuses as readonly number[]).includes(end.status))
    return { kind: 'later', seconds: LOOK_SECONDS };
  if (SUCCEEDED.includes(end.status)) {
    await store.updateStep(database.system, run.id, run.step, { state: 'succeeded', agent_version_id: end.version_id });
    return { kind: 'succeeded', step, jobId, end };
  }
  const why = end.status === jobStatus.cancelled ? 'its job was cancelled' : (end.error_message ?? 'its job failed');
  return fail(deps, run, step, why);
}

function findStop({ rehearsal_id: rehearsalId }: Run, plan: store.Plan, row: CaseRow): string | undefined {
  if (!plan.agents_enabled) return 'The organization may not run agents.';
  if (rehearsalId !== null) return plan.rehearsal_status === 'running' ? undefined : 'The rehearsal was cancelled.';
  // Jobs are seen by everybody in the organization, so none looks at what is for a few.
  if (row.restricted_to !== null) return 'The case is restricted.';
  return row.state === 'closed' ? 'The case was decided.' : undefined;
}

type At = { run: Run; step: PlaybookStep; steps: store.StepRow[]; alert: AlertRow; row: CaseRow };

async function valuesOf({ database }: StepDeps, { run, steps, alert, row }: At): Promise<Record<string, unknown>> {
  const asOf = run.rehearsal_id === null ? null : alert.created_at;
  const evidence = await readEvidence(database.system, run.org_id, { alert, row, asOf });
  return { ...evidence, results: await readResults(database, run.org_id, steps) };
}

async function planNext(deps: StepDeps, at: At): Promise<store.StepRow> {
  const { run, step } = at;
  const [failed] = listFailed(step.when ?? null, step.when === undefined ? {} : await valuesOf(deps, at));
  const reason = failed === undefined ? null : `The condition does not hold: ${failed.path} ${failed.op}.`;
  const place = { runId: run.id, step: run.step, name: step.name };
  const state = failed === undefined ? 'planned' : 'skipped';
  return store.planStep(deps.database.system, run.org_id, place, { state, reason });
}

async function startStep(deps: StepDeps, at: At & { plan: store.Plan; planned: store.StepRow }): Promise<Taken> {
  const { run, plan, step, planned } = at;
  const { system } = deps.database;
  let inputs: Record<string, unknown>;
  try {
    inputs = withoutNulls(fillTemplates(step.inputs, await valuesOf(deps, at)));
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return fail(deps, run, step, error.message);
  }
  const inputs_sha256 = createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(inputs))))
    .digest('hex');
  if (run.rehearsal_id !== null) {
    const earlier = await findReusable(system, run, { agentId: step.agent_id, inputs_sha256 });
    if (earlier !== undefined) {
      await store.updateStep(system, run.id, run.step, {
        state: 'started',
        job_id: earlier,
        inputs_sha256,
        is_reused: true,
      });
      return { kind: 'later', seconds: 0 };
    }
  }
  const room = await findRoom(deps, run, plan);
  if (room.kind === 'spent') return { kind: 'end', state: 'failed', reason: 'The limit of cost is reached.' };
  if (room.kind === 'wait') return { kind: 'later', seconds: ROOM_SECONDS };
  const started = await deps.startUnattended({
    jobId: planned.job_id!,
    orgId: run.org_id,
    userId: plan.creator_id,
    cause: await causeOf(deps, at),
    agentId: step.agent_id,
    versionId: null,
    origin: run.rehearsal_id === null ? 'playbook' : 'rehearsal',
    inputs,
    maxCost: room.left,
    metadata: { case_id: at.row.id, alert_id: run.alert_id, playbook_step: step.name },
    skipCache: run.rehearsal_id !== null,
  });
  if (started === undefined) return { kind: 'later', seconds: 5 };
  if (started.outcome !== 'started') return fail(deps, run, step, started.reason);
  await linkStarted(deps, at, { state: 'started', inputs_sha256 });
  return { kind: 'later', seconds: LOOK_SECONDS };
}

/** Inputs may have results of earlier steps, so what was read for those is handed on. */
async function causeOf({ database }: StepDeps, { run, steps }: At): Promise<Cause> {
  const read = await listUntrusted(
    database.system,
    steps.flatMap(({ job_id: id }) => id ?? []),
  );
  return handOn(run.cause, [...read.values()].flat());
}

/** Null as what is left: no limit. */
const findRoom = async (
  { database }: StepDeps,
  { id, step, rehearsal_id: rehearsalId }: Run,
  { max_cost: maxCost }: store.Plan,
): Promise<Exclude<Room, { kind: 'free' }> | { kind: 'free'; left: number | null }> =>
  rehearsalId === null || maxCost === null
    ? { kind: 'free', left: null }
    : takeRoom(database, { rehearsalId, runId: id, step }, maxCost);

/** Notes that the job runs, and links it to the case that has the alert now. */
const linkStarted = (
  { database }: StepDeps,
  { run, step, planned }: { run: Run; step: PlaybookStep; planned: store.StepRow },
  change: { state: 'started'; inputs_sha256: string },
): Promise<void> =>
  database.system.tx(async (tx) => {
    await store.updateStep(tx, run.id, run.step, change);
    if (run.rehearsal_id !== null) return;
    const caseId = await lockCaseOfAlert(tx, run.org_id, run.alert_id);
    const jobId = planned.job_id!;
    const given = { caseId, jobId, alertId: run.alert_id, step: step.name };
    if (!(await insertJobLink(tx, run.org_id, given))) return;
    const desk = { tx, orgId: run.org_id, caller: null, link: linkOf(run), behind: run.cause.slice(1), told: [] };
    await record(desk, caseId, 'job_started', { job_id: jobId, alert_id: run.alert_id, step: step.name });
  });

/** The playbook as the history of a case names it. */
export const linkOf = ({ cause }: Pick<Run, 'cause'>): Link => cause[0] ?? SERVICE;

/** Locks the case of an alert. One that is merged in this moment is looked for again. */
export async function lockCaseOfAlert(
  tx: Parameters<typeof lockCases>[0],
  orgId: string,
  alertId: string,
): Promise<string> {
  for (;;) {
    const { case_id: caseId } = (await findAlertById(tx, orgId, alertId))!;
    await lockCases(tx, orgId, [caseId]);
    if ((await findAlertById(tx, orgId, alertId))!.case_id === caseId) return caseId;
  }
}

async function fail({ database }: StepDeps, run: Run, { name }: PlaybookStep, why: string): Promise<Taken> {
  const reason = why.slice(0, 2_000);
  await store.updateStep(database.system, run.id, run.step, { state: 'failed', reason });
  return { kind: 'end', state: 'failed', reason: `Step ${name}: ${reason}` };
}

/** A template without a value leaves its input out. */
const withoutNulls = (inputs: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
