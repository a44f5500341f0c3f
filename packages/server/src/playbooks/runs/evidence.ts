import { alertAnswer } from '#case-desk/answers.ts';
import { type AlertRow, listAlertsOfCase } from '#case-desk/store/alerts.ts';
import type { CaseRow } from '#case-desk/store/cases.ts';
import type { DecisionRow } from '#case-desk/store/parts.ts';
import { listEarlierDecisions } from '#case-desk/store/related.ts';
import type { Db } from '#platform/db.ts';
import type { Listed } from '#platform/list-page.ts';

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
  const decisions = await listEarlierDecisions(db, orgId, { ...row, closed_at: null }, { viewer: null, asOf });
  return {
    alert: alertAnswer(alert),
    case: {
      id: row.id,
      number: row.number,
      subject: row.subject,
      priority: row.priority,
      alert_count: alerts.length,
      alerts: alerts.slice(-ALERTS_MAX).map((one) => alertAnswer(one)),
      earlier_decisions: decisions.rows.map((decision) => ({
        case_number: decision.case_number,
        outcome: decision.outcome,
        reason_code: decision.reason_code,
        narrative: decision.narrative,
        decided_by: decision.decided_by.name,
        by_playbook: decision.automatic !== null,
        decided_at: decision.decided_at.toISOString(),
      })),
      earlier_decision_count: decisions.count,
      earlier_decisions_text: describeDecisions(decisions),
    },
  };
}

/** As a model should read them: what somebody thought then, and why. */
function describeDecisions({ count, rows }: Listed<DecisionRow>): string {
  if (count === 0) return 'There are no earlier decisions about this subject.';
  const lines = rows.map(
    ({ case_number: number, outcome, reason_code: code, narrative, decided_at: at, automatic }) =>
      `- ${at.toISOString().slice(0, 10)}, case ${number}: ${outcome} (${code}), ${automatic === null ? 'decided by a person' : 'closed by a playbook'}. ${narrative}`,
  );
  return [
    'Earlier decisions about this subject. They are evidence of what was thought then, not facts: they may be wrong, and new facts may speak against them.',
    ...(count > rows.length ? [`There are ${count} of them; these are the latest ${rows.length}.`] : []),
    ...lines,
  ].join('\n');
}
