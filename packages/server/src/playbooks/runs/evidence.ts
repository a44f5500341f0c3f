import { alertAnswer } from '#case-desk/answers.ts';
import { type AlertRow, listAlertsOfCase } from '#case-desk/store/alerts.ts';
import type { CaseRow } from '#case-desk/store/cases.ts';
import { type DecisionRow, listEarlierDecisions } from '#case-desk/store/parts.ts';
import type { Db } from '#platform/db.ts';

// What templates and conditions of a step see: the alert, its case, and the results of earlier steps.

const ALERTS_MAX = 50;

/** `asOf`: only what was known then, so that a rehearsal does not read the decision that it is compared with. */
export async function readEvidence(
  db: Db,
  orgId: string,
  { alert, row, asOf }: { alert: AlertRow; row: CaseRow; asOf: Date | null },
) {
  const known = (at: Date): boolean => asOf === null || at.getTime() <= asOf.getTime();
  const alerts = (await listAlertsOfCase(db, orgId, row.id)).filter((one) => known(one.created_at));
  // Nobody looks: what is restricted to some is evidence for none.
  const decisions = (await listEarlierDecisions(db, orgId, { id: row.id, closed_at: null }, null)).filter(
    (one) => known(one.decided_at) && (asOf === null || one.case_id !== row.id),
  );
  return {
    alert: alertAnswer(alert),
    case: {
      id: row.id,
      number: row.number,
      subject: row.subject,
      priority: row.priority,
      alert_count: alerts.length,
      alerts: alerts.slice(-ALERTS_MAX).map((one) => alertAnswer(one)),
      earlier_decisions: decisions.map((decision) => ({
        case_number: decision.case_number,
        outcome: decision.outcome,
        reason_code: decision.reason_code,
        narrative: decision.narrative,
        decided_by: decision.decided_by.name,
        by_playbook: decision.automatic !== null,
        decided_at: decision.decided_at.toISOString(),
      })),
      earlier_decision_count: decisions.length,
      earlier_decisions_text: describeDecisions(decisions),
    },
  };
}

/** As a model should read them: what somebody thought then, and why. */
export function describeDecisions(decisions: DecisionRow[]): string {
  if (decisions.length === 0) return 'There are no earlier decisions about this subject.';
  const lines = decisions.map(
    ({ case_number: number, outcome, reason_code: code, narrative, decided_at: at, automatic }) =>
      `- ${at.toISOString().slice(0, 10)}, case ${number}: ${outcome} (${code}), ${automatic === null ? 'decided by a person' : 'closed by a playbook'}. ${narrative}`,
  );
  return [
    'Earlier decisions about this subject. They are evidence of what was thought then, not facts: they may be wrong, and new facts may speak against them.',
    ...lines,
  ].join('\n');
}
