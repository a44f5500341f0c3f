import {
  CaseApproveBody,
  CaseAssignBody,
  CaseDecideBody,
  CaseDocumentForm,
  CaseMergeBody,
  CaseNoteBody,
  CasePauseBody,
  CasePriorityBody,
  CaseRejectBody,
  CaseReopenBody,
  CaseRestrictBody,
  CaseSplitBody,
  CaseTaskBody,
  CaseTaskPatch,
} from '../case-actions.ts';
import {
  Case,
  CaseAlert,
  CaseAlertBody,
  CaseAlertPage,
  CaseAlertQuery,
  CaseDocument,
  CaseEventPage,
  CaseListQuery,
  CaseQueue,
  CaseQueueBody,
  CaseQueuePage,
  CaseQueuePatch,
  CaseSummaryPage,
  CaseTask,
} from '../case-desk.ts';
import { CaseAlertFacets, CaseAlertFacetsQuery, CaseFacets, CaseFacetsQuery } from '../case-search.ts';
import { FileContent, RangeHeaders } from '../files.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';

const errors = ['conflict'] as const;

export const caseQueues = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/case-queues/',
    summary: 'List case queues',
    description: 'Newest first.',
    query: PageQuery,
    responses: { 200: CaseQueuePage },
  },
  create: {
    at: 'POST /v1/case-queues/',
    summary: 'Create a case queue',
    description: 'A queue says which alerts join one case, which clocks run, and which decisions need a second person.',
    role: 'admin',
    body: CaseQueueBody,
    responses: { 201: CaseQueue },
    errors,
  },
  get: {
    at: 'GET /v1/case-queues/:case_queue_id/',
    summary: 'Retrieve a case queue',
    description: 'Returns its rules.',
    responses: { 200: CaseQueue },
  },
  update: {
    at: 'PATCH /v1/case-queues/:case_queue_id/',
    summary: 'Change a case queue',
    description: 'New clocks apply to new cases. Clocks that run stay as they are.',
    role: 'admin',
    body: CaseQueuePatch,
    responses: { 200: CaseQueue },
    errors,
  },
  delete: {
    at: 'DELETE /v1/case-queues/:case_queue_id/',
    summary: 'Delete a case queue',
    description: '409 if it has cases.',
    role: 'admin',
    responses: { 204: null },
    errors,
  },
});

export const caseAlerts = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/case-alerts/',
    summary: 'List case alerts',
    description: 'Newest first. `q` searches by queue, rule, subject, amount and other members.',
    query: CaseAlertQuery,
    responses: { 200: CaseAlertPage },
  },
  facets: {
    at: 'GET /v1/case-alerts/facets/',
    summary: 'Distribution of case alerts',
    description: 'Counts by queue, rule, priority and currency, with the same filters as the list.',
    query: CaseAlertFacetsQuery,
    responses: { 200: CaseAlertFacets },
  },
  create: {
    at: 'POST /v1/case-alerts/',
    summary: 'Send a case alert',
    description:
      'It joins the open case about the same subject by the rule of its queue, or opens one. The same `external_id` gives the same alert; with other content it is a 409.',
    role: 'analyst',
    content: 'rows',
    body: CaseAlertBody,
    responses: { 201: CaseAlert },
    errors,
  },
  get: {
    at: 'GET /v1/case-alerts/:case_alert_id/',
    summary: 'Retrieve a case alert',
    description: 'Returns what was sent, and the case that it belongs to.',
    responses: { 200: CaseAlert },
  },
});

export const caseDesk = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/cases/',
    summary: 'List cases',
    description:
      'Newest first. `q` searches by state, queue, assignee, priority, clocks and words of the subject. Cases that are restricted to others are neither listed nor counted.',
    query: CaseListQuery,
    responses: { 200: CaseSummaryPage },
  },
  facets: {
    at: 'GET /v1/cases/facets/',
    summary: 'Distribution of cases',
    description: 'Counts by state, queue, priority, assignee, outcome and clock, with the same filters as the list.',
    query: CaseFacetsQuery,
    responses: { 200: CaseFacets },
  },
  get: {
    at: 'GET /v1/cases/:desk_case_id/',
    summary: 'Retrieve a case',
    description:
      'Returns the case with its alerts, jobs, tasks and notes, related cases, and earlier decisions about its subject.',
    responses: { 200: Case },
  },
  timeline: {
    at: 'GET /v1/cases/:desk_case_id/timeline/',
    summary: 'Timeline of a case',
    description: 'Everything that happened, newest first, with what happened in cases that were merged into it.',
    query: PageQuery,
    responses: { 200: CaseEventPage },
  },
  assign: {
    at: 'POST /v1/cases/:desk_case_id/assign/',
    summary: 'Assign a case',
    description:
      'To a member of the organization, or to nobody. With `expected_user_id`, 409 if the case is not with that user by now: of two people who take a case at once, one gets it.',
    role: 'analyst',
    body: CaseAssignBody,
    responses: { 200: Case },
    errors,
  },
  priority: {
    at: 'POST /v1/cases/:desk_case_id/priority/',
    summary: 'Change the priority of a case',
    description: 'With a reason, which stays in its history. An alert with a higher priority raises it again.',
    role: 'analyst',
    body: CasePriorityBody,
    responses: { 200: Case },
    errors,
  },
  note: {
    at: 'POST /v1/cases/:desk_case_id/note/',
    summary: 'Add a note to a case',
    description: 'Notes stay as they were written.',
    role: 'analyst',
    content: 'text',
    body: CaseNoteBody,
    responses: { 201: Case },
    errors,
  },
  task: {
    at: 'POST /v1/cases/:desk_case_id/task/',
    summary: 'Add a task to a case',
    description: 'Something that somebody has to do before the decision.',
    role: 'analyst',
    body: CaseTaskBody,
    responses: { 201: CaseTask },
    errors,
  },
  updateTask: {
    at: 'PATCH /v1/cases/:desk_case_id/tasks/:case_task_id/',
    summary: 'Tick off a task of a case',
    description: 'Done, or not done after all.',
    role: 'analyst',
    body: CaseTaskPatch,
    responses: { 200: CaseTask },
    errors,
  },
  pauseClock: {
    at: 'POST /v1/cases/:desk_case_id/pause-clock/',
    summary: 'Pause or continue a clock of a case',
    description: 'The time that is left stays as it is; when the clock continues, it is due that much later.',
    role: 'analyst',
    body: CasePauseBody,
    responses: { 200: Case },
    errors,
  },
  decide: {
    at: 'POST /v1/cases/:desk_case_id/decide/',
    summary: 'Decide a case',
    description:
      'Closes the case. If the queue of the case, or that of one of its alerts, asks for four eyes for this outcome, the answer is 202 with `proposed_decision`, and another person approves or rejects it. Such an outcome needs a narrative.',
    role: 'analyst',
    content: 'text',
    body: CaseDecideBody,
    responses: { 200: Case, 202: Case },
    errors,
  },
  approve: {
    at: 'POST /v1/cases/:desk_case_id/approve/',
    summary: 'Approve a proposed decision',
    description:
      'Closes the case. Only for people signed in as themselves, other than who proposed it. If an alert has joined since the proposal, it is a 409 unless `expected_alert_count` is the present one.',
    role: 'approver',
    content: 'text',
    body: CaseApproveBody,
    responses: { 200: Case },
    errors,
  },
  reject: {
    at: 'POST /v1/cases/:desk_case_id/reject/',
    summary: 'Reject a proposed decision',
    description: 'The case stays open.',
    role: 'approver',
    content: 'text',
    body: CaseRejectBody,
    responses: { 200: Case },
    errors,
  },
  merge: {
    at: 'POST /v1/cases/:desk_case_id/merge/',
    summary: 'Merge a case into another',
    description:
      'Its alerts and jobs move there, and of two clocks with the same name the earlier one counts. The merged case stays readable and says where it went.',
    role: 'analyst',
    body: CaseMergeBody,
    responses: { 200: Case },
    errors,
  },
  split: {
    at: 'POST /v1/cases/:desk_case_id/split/',
    summary: 'Split alerts off a case',
    description: 'The alerts and their jobs become a new case.',
    role: 'analyst',
    body: CaseSplitBody,
    responses: { 201: Case },
    errors,
  },
  restrict: {
    at: 'POST /v1/cases/:desk_case_id/restrict/',
    summary: 'Restrict a case to named people',
    description:
      'Nobody else sees it: not in lists and counts, SQL, related cases or webhooks. Keys of the organization are nobody. An empty list lifts it.',
    role: 'approver',
    body: CaseRestrictBody,
    responses: { 200: Case },
    errors,
  },
  reopen: {
    at: 'POST /v1/cases/:desk_case_id/reopen/',
    summary: 'Reopen a case',
    description: 'The earlier decision stays on record. Clocks continue with the time that was left.',
    role: 'analyst',
    body: CaseReopenBody,
    responses: { 200: Case },
    errors,
  },
});

export const caseDocuments = defineOperations('Case desk', {
  add: {
    at: 'POST /v1/cases/:desk_case_id/documents/',
    summary: 'Add a document to a case',
    description:
      'Any file. It is in the case file, and it is erased with the case. Only who sees the case can read it.',
    role: 'analyst',
    content: 'rows',
    accepts: ['multipart'],
    body: CaseDocumentForm,
    responses: { 201: CaseDocument },
    errors: ['conflict', 'storage_failed'],
  },
  content: {
    at: 'GET /v1/cases/:desk_case_id/documents/:case_document_id/content/',
    summary: 'Download a document of a case',
    description: 'Returns the bytes. Supports ranges. The audit log has who opened it.',
    responses: { 200: FileContent, 206: FileContent },
    headers: RangeHeaders,
    errors: ['range_not_satisfiable', 'content_lost', 'storage_failed'],
  },
  delete: {
    at: 'DELETE /v1/cases/:desk_case_id/documents/:case_document_id/',
    summary: 'Remove a document from a case',
    description: 'The content is erased; that it was there stays in the history. 409 while the case is held or closed.',
    role: 'analyst',
    responses: { 204: null },
    errors,
  },
});
