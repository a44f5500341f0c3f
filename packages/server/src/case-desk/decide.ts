import { findDutyObstacle } from '#orgs/actor.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { restartClocks, stopClocks } from './clocks.ts';
import { conflict, type Desk, record, requireOpen } from './desk.ts';
import { type CaseRow, type Proposal, updateCase } from './store/cases.ts';
import { insertDecision } from './store/parts.ts';
import { findQueue } from './store/queues.ts';

type Decision = { outcome: string; reason_code: string; narrative: string };

/** Decides a case, or proposes it where a second person has to approve. Returns whether it is decided. */
export async function decide(desk: Desk, row: CaseRow, decision: Decision): Promise<boolean> {
  requireOpen(row);
  if (row.proposal !== null) throw conflict('A decision is proposed already. Approve or reject it first.');
  const queue = (await findQueue(desk.tx, desk.orgId, row.queue_id))!;
  if (queue.reason_codes.length > 0 && !queue.reason_codes.includes(decision.reason_code))
    throw invalidFields({ reason_code: [`The queue has the codes ${queue.reason_codes.join(', ')}.`] });
  const { outcome, reason_code, narrative } = decision;
  const proposal: Proposal = {
    outcome,
    reason_code,
    narrative,
    by: desk.link,
    at: new Date(databaseNow()).toISOString(),
  };
  if (!queue.four_eyes_outcomes.includes(outcome)) {
    await close(desk, row, proposal);
    return true;
  }
  await updateCase(desk.tx, desk.orgId, row.id, { proposal });
  await record(desk, row.id, 'decision_proposed', { outcome, reason_code });
  return false;
}

export async function approve(desk: Desk, row: CaseRow, comment: string | null): Promise<void> {
  const { proposal } = row;
  if (proposal === null) throw conflict('No decision is proposed.');
  const obstacle = findDutyObstacle([proposal.by], desk.caller!);
  if (obstacle !== undefined) throw forbidden(obstacle);
  await close(desk, row, proposal, comment);
}

export async function reject(desk: Desk, row: CaseRow, comment: string): Promise<void> {
  if (row.proposal === null) throw conflict('No decision is proposed.');
  await updateCase(desk.tx, desk.orgId, row.id, { proposal: null });
  const { outcome, reason_code } = row.proposal;
  await record(desk, row.id, 'decision_rejected', { outcome, reason_code, comment });
}

async function close(desk: Desk, row: CaseRow, proposal: Proposal, comment: string | null = null): Promise<void> {
  const { outcome, reason_code, narrative, by } = proposal;
  const decidedAt = await insertDecision(desk.tx, desk.orgId, {
    case_id: row.id,
    outcome,
    reason_code,
    narrative,
    proposed_by: by,
    decided_by: desk.link,
  });
  await stopClocks(desk, row.id);
  await updateCase(desk.tx, desk.orgId, row.id, {
    outcome,
    reason_code,
    narrative,
    proposal: null,
    closed_at: decidedAt,
  });
  await record(desk, row.id, 'decided', { outcome, reason_code, ...(comment && { comment }) });
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
