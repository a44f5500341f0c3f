import type {
  Case,
  CaseAlert,
  CaseDecision,
  CaseDocument,
  CaseEvent,
  CaseQueue,
  CaseSummary,
  CaseTask,
} from '@errand/contract/case-desk.ts';
import type { Static } from 'typebox';
import { toActor } from '#orgs/actor.ts';
import type { Listed } from '#platform/list-page.ts';
import type { AlertRow } from './store/alerts.ts';
import type { CaseRow } from './store/cases.ts';
import type { DocumentRow } from './store/documents.ts';
import type { DecisionRow, EventRow, JobLinkRow, NoteRow, TaskRow } from './store/parts.ts';
import type { QueueRow } from './store/queues.ts';
import type { RelatedRow } from './store/related.ts';

export const queueAnswer = (row: QueueRow): CaseQueue => ({
  id: row.id,
  name: row.name,
  join_rule: { by: row.join_kinds, within_days: row.join_days },
  clocks: row.clocks,
  reason_codes: row.reason_codes,
  four_eyes: { outcomes: row.four_eyes_outcomes },
  playbook_id: row.playbook_id,
  retention_days: row.retention_days,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const alertAnswer = ({ time_window: window, sha256: _, ...row }: AlertRow, isSeen = true): CaseAlert => ({
  ...row,
  case_id: isSeen ? row.case_id : null,
  window,
  detected_at: row.detected_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

export const summaryAnswer = (row: CaseRow): CaseSummary => ({
  id: row.id,
  number: row.number,
  queue_id: row.queue_id,
  subject: row.subject,
  state: row.state,
  outcome: row.outcome,
  reason_code: row.reason_code,
  priority: row.priority,
  assignee: row.assignee,
  clocks: row.clocks.map(({ due_at, ...clock }) => ({ ...clock, due_at: new Date(due_at).toISOString() })),
  alert_count: row.alert_count,
  restricted: row.restricted_to !== null,
  merged_into_case_id: row.merged_into,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
});

export type CaseParts = {
  alerts: AlertRow[];
  jobs: JobLinkRow[];
  tasks: TaskRow[];
  notes: NoteRow[];
  documents: DocumentRow[];
  related: Listed<RelatedRow>;
  decisions: Listed<DecisionRow>;
  merged: string[];
};

export const caseAnswer = (row: CaseRow, parts: CaseParts): Case => ({
  ...summaryAnswer(row),
  narrative: row.narrative,
  proposed_decision: row.proposal && {
    outcome: row.proposal.outcome,
    reason_code: row.proposal.reason_code,
    narrative: row.proposal.narrative,
    proposed_by: toActor([row.proposal.by]),
    proposed_at: row.proposal.at,
    alert_count: row.proposal.alert_count ?? null,
  },
  alerts: parts.alerts.map((alert) => alertAnswer(alert)),
  jobs: parts.jobs.map(({ created_at, ...job }) => ({ ...job, created_at: created_at.toISOString() })),
  tasks: parts.tasks.map(taskAnswer),
  notes: parts.notes.map(noteAnswer),
  documents: parts.documents.map(documentAnswer),
  related: parts.related.rows,
  related_count: parts.related.count,
  earlier_decisions: parts.decisions.rows.map(decisionAnswer),
  earlier_decision_count: parts.decisions.count,
  merged_case_ids: parts.merged,
  restricted_to: row.restricted_to ?? [],
});

export const decisionAnswer = (row: DecisionRow): Static<typeof CaseDecision> => ({
  ...row,
  proposed_by: toActor([row.proposed_by]),
  decided_by: toActor([row.decided_by]),
  decided_at: row.decided_at.toISOString(),
});

export const noteAnswer = ({ id, body, author, created_at }: NoteRow): Case['notes'][number] => ({
  id,
  text: body,
  author: toActor([author]),
  created_at: created_at.toISOString(),
});

export const taskAnswer = (row: TaskRow): CaseTask => ({
  id: row.id,
  title: row.title,
  due_at: row.due_at?.toISOString() ?? null,
  assignee: row.assignee,
  done_at: row.done_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

export const eventAnswer = ({ at, actor, ...event }: EventRow): CaseEvent => ({
  ...event,
  at: at.toISOString(),
  actor: toActor([actor]),
});

export const documentAnswer = ({ storageKey: _, case_id: __, ...row }: DocumentRow): CaseDocument => ({
  ...row,
  added_by: toActor([row.added_by]),
  created_at: row.created_at.toISOString(),
});
