import { createHash } from 'node:crypto';
import type { AutoClose } from '@errand/contract/playbooks.ts';
import { decideAlone, escalate } from '#case-desk/decide.ts';
import { type Desk, record } from '#case-desk/desk.ts';
import { type CaseRow, getAnyCase } from '#case-desk/store/cases.ts';
import { insertCheck } from '#case-desk/store/checks.ts';
import { type Automatic, findWorkOfPeople, listTasks } from '#case-desk/store/parts.ts';
import { getDecisionRules } from '#case-desk/store/queues.ts';
import type { Database } from '#platform/db.ts';
import type { Attempt } from '#platform/leased-work/definition.ts';
import { listActions } from './store.ts';
import { linkOf, lockCaseOfAlert, type Run } from './take-step.ts';

// The end of a run and what follows from it, in one transaction: a process that dies in it leaves both undone.

export type End = {
  state: 'done' | 'failed' | 'stopped';
  action: 'close' | 'escalate' | 'leave' | null;
  outcome: string | null;
  reason: string | null;
  closing?: { rules: AutoClose; automatic: Automatic; narrative: string };
};

export async function endRun(
  { database, wake }: { database: Database; wake(webhookIds: string[]): void },
  run: Run,
  attempt: Attempt,
  { closing, ...end }: End,
): Promise<void> {
  const told: string[] = [];
  await database.system.tx(async (tx) => {
    if (run.rehearsal_id !== null) {
      // The last run of a rehearsal ends it; this lock says which one is the last.
      await tx.query('select id from playbook_rehearsals where id = $1 for update', [run.rehearsal_id]);
      await attempt.end(tx, end);
      await tx.run(
        `update playbook_rehearsals r set status = 'done', finished_at = clock_timestamp()
         where r.id = $1 and r.status = 'running'
           and not exists (select from playbook_runs o where o.rehearsal_id = r.id and o.state = 'running')`,
        [run.rehearsal_id],
      );
      return;
    }
    const desk: Desk = { tx, orgId: run.org_id, caller: null, link: linkOf(run), behind: run.cause.slice(1), told };
    const caseId = await lockCaseOfAlert(tx, run.org_id, run.alert_id);
    const row = await getAnyCase(tx, run.org_id, caseId);
    await attempt.end(tx, end);
    const ids = { run_id: run.id, alert_id: run.alert_id, playbook_id: run.playbook_id, version_id: run.version_id };
    await record(desk, caseId, `playbook_${end.state}`, {
      ...ids,
      action: end.action,
      outcome: end.outcome,
      reason: end.reason,
    });
    if (row.state === 'closed') return;
    if (end.action === 'escalate') await escalate(desk, row, end.reason ?? 'A playbook asked for it.');
    if (end.action === 'close') await closeAlone(desk, row, { outcome: end.outcome!, ...closing! });
  });
  if (told.length > 0) wake(told);
}

/** Closes the case if nothing speaks for a person: else it says what, and leaves the case as it is. */
async function closeAlone(
  desk: Desk,
  row: CaseRow,
  { outcome, rules, automatic, narrative }: { outcome: string } & NonNullable<End['closing']>,
): Promise<void> {
  const code = rules.reason_code ?? 'auto_close';
  const obstacle = await findObstacle(desk, row, { outcome, code });
  if (obstacle !== undefined) {
    await record(desk, row.id, 'left_to_people', { outcome, because: obstacle });
    return;
  }
  const { decisionId } = await decideAlone(desk, row, { outcome, reason_code: code, narrative }, automatic);
  if (decisionId === null || !isDrawn(decisionId, rules.sample_rate)) return;
  await insertCheck(desk.tx, desk.orgId, { caseId: row.id, decisionId, source: 'auto_close' });
  await record(desk, row.id, 'sampled', { source: 'auto_close' });
}

/** The id of the decision is random, so nobody knows beforehand; drawing again gives the same. */
function isDrawn(decisionId: string, rate: number): boolean {
  const number = createHash('sha256').update(decisionId).digest().readUInt32BE(0) / 2 ** 32;
  return number < rate;
}

async function findObstacle(
  desk: Desk,
  row: CaseRow,
  { outcome, code }: { outcome: string; code: string },
): Promise<string | undefined> {
  const { tx, orgId } = desk;
  if (row.restricted_to !== null) return 'The case is restricted.';
  if (row.state !== 'open') return `The case is ${row.state.replace('_', ' ')}: people have it.`;
  const people = await findWorkOfPeople(tx, orgId, row.id);
  if (people !== undefined) return people;
  if ((await listTasks(tx, orgId, [row.id])).some(({ done_at: at }) => at === null)) return 'A task is open.';
  const { reason_codes: codes } = await getDecisionRules(tx, orgId, row.id);
  if (codes.length > 0 && !codes.includes(code)) return `The queue has no code ${code}.`;
  const others = (await listActions(tx, orgId, row.id)).filter(
    (one) => one.action !== 'close' || one.outcome !== outcome,
  );
  if (others.length === 0) return undefined;
  return others.some(({ state }) => state === 'running')
    ? 'Other alerts of the case are being looked at.'
    : 'Other alerts of the case came to something else.';
}
