import { findDutyObstacle } from '#orgs/actor.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { restartClocks, stopClocks } from './clocks.ts';
import { conflict, type Desk, record, requireOpen } from './desk.ts';
import { type CaseRow, type Proposal, updateCase } from './store/cases.ts';
import { type Automatic, insertDecision } from './store/parts.ts';
import { getDecisionRules } from './store/queues.ts';

type Decision = { outcome: string; reason_code: string; narrative: string };
type Expected = { expected_alert_count?: number | null };

/** Decides a case, or proposes it where a second person has to approve. Returns whether it is decided. */
export async function decide(desk: Desk, row: CaseRow, given: Decision & Expected): Promise<boolean> {
  requireOpen(row);
  if (row.proposal !== null) throw conflict('A decision is proposed already. Approve or reject it first.');
  const { outcome, reason_code, narrative, expected_alert_count: expected } = given;
  const rules = await getDecisionRules(desk.tx, desk.orgId, row.id);
  if (rules.reason_codes.length > 0 && !rules.reason_codes.includes(reason_code))
    throw invalidFields({ reason_code: [`The queue has the codes ${rules.reason_codes.join(', ')}.`] });
  const needsTwo = rules.four_eyes_outcomes.includes(outcome);
  if (needsTwo && narrative.trim() === '')
    throw invalidFields({ narrative: ['A second person approves this outcome. Write what it rests on.'] });
  requireAlerts(row, expected ?? row.alert_count);
  return (await settle(desk, row, { outcome, reason_code, narrative }, { needsTwo })) !== null;
}

/** What nobody has seen is not decided. */
function requireAlerts({ alert_count: count }: CaseRow, seen: number): void {
  if (count !== seen)
    throw conflict(
      `The case has ${count === 1 ? '1 alert' : `${count} alerts`} now; the decision is about ${seen}. Read the case again, then give expected_alert_count ${count}.`,
    );
}

/** Closes the case or keeps the decision as a proposal. Returns the id of the decision, if there is one. */
async function settle(
  desk: Desk,
  row: CaseRow,
  { outcome, reason_code, narrative }: Decision,
  { needsTwo, automatic }: { needsTwo: boolean; automatic?: Automatic },
): Promise<string | null> {
  const at = new Date(databaseNow()).toISOString();
  const proposal = { outcome, reason_code, narrative, by: desk.link, at, alert_count: row.alert_count };
  if (!needsTwo) return close(desk, row, proposal, automatic && { automatic });
  await updateCase(desk.tx, desk.orgId, row.id, { proposal });
  await record(desk, row.id, 'decision_proposed', { outcome, reason_code });
  return null;
}

type Approval = { comment?: string | null } & Expected;

export async function approve(desk: Desk, row: CaseRow, { comment, expected_alert_count }: Approval): Promise<void> {
  const { proposal } = row;
  if (proposal === null) throw conflict('No decision is proposed.');
  const obstacle = findDutyObstacle([proposal.by], desk.caller!);
  if (obstacle !== undefined) throw forbidden(obstacle);
  requireAlerts(row, expected_alert_count ?? proposal.alert_count ?? row.alert_count);
  await close(desk, row, proposal, { comment: comment ?? null });
}

export async function reject(desk: Desk, row: CaseRow, comment: string): Promise<void> {
  if (row.proposal === null) throw conflict('No decision is proposed.');
  await updateCase(desk.tx, desk.orgId, row.id, { proposal: null });
  const { outcome, reason_code } = row.proposal;
  await record(desk, row.id, 'decision_rejected', { outcome, reason_code, comment });
}

/** Closes a case without a person. Where the outcome asks for four eyes, people get it as a proposal. */
export async function decideAlone(
  desk: Desk,
  row: CaseRow,
  decision: Decision,
  automatic: Automatic,
): Promise<{ decisionId: string | null }> {
  const { four_eyes_outcomes: outcomes } = await getDecisionRules(desk.tx, desk.orgId, row.id);
  const needsTwo = outcomes.includes(decision.outcome);
  return { decisionId: await settle(desk, row, decision, { needsTwo, automatic }) };
}

/** Somebody has to look at once: the case is escalated until it is decided. */
export async function escalate(desk: Desk, row: CaseRow, reason: string): Promise<void> {
  requireOpen(row);
  await updateCase(desk.tx, desk.orgId, row.id, { escalated_at: new Date(databaseNow()) });
  await record(desk, row.id, 'escalated', { reason });
}

type Closing = { comment?: string | null; automatic?: Automatic };

/** Returns the id of the decision. */
async function close(desk: Desk, row: CaseRow, proposal: Proposal, closing: Closing = {}): Promise<string> {
  const { outcome, reason_code, narrative, by } = proposal;
  const { comment = null, automatic = null } = closing;
  const decision = await insertDecision(desk.tx, desk.orgId, {
    case_id: row.id,
    outcome,
    reason_code,
    narrative,
    proposed_by: by,
    decided_by: desk.link,
    automatic,
  });
  await stopClocks(desk, row.id);
  await updateCase(desk.tx, desk.orgId, row.id, {
    outcome,
    reason_code,
    narrative,
    proposal: null,
    closed_at: decision.decided_at,
  });
  await record(desk, row.id, 'decided', {
    outcome,
    reason_code,
    ...(comment && { comment }),
    ...(automatic && { automatic }),
  });
  return decision.id;
}

/** The earlier decision stays on record. */
export async function reopen(desk: Desk, row: CaseRow, reason: string): Promise<void> {
  if (row.merged_into !== null)
    throw conflict(`The case was merged into ${row.merged_into}. Split its alerts off there.`);
  if (row.state !== 'closed') throw conflict('The case is not closed.');
  await restartClocks(desk, row.id);
  await updateCase(desk.tx, desk.orgId, row.id, {
    outcome: null,
    reason_code: null,
    narrative: null,
    closed_at: null,
    escalated_at: null,
  });
  await record(desk, row.id, 'reopened', { reason, outcome: row.outcome });
}
