// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  CaseApproveBody,
  CaseAssignBody,
  CaseDecideBody,
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
} from '../types/case-actions.ts';
import type { Case, CaseEventPage, CaseListQuery, CaseSummaryPage, CaseTask } from '../types/case-desk.ts';
import type { CaseFacets, CaseFacetsQuery } from '../types/case-search.ts';

export interface CaseDeskCalls {
  /**
   * List cases. Newest first. `q` searches by state, queue, assignee, priority, clocks and words of the subject.
   * Cases that are restricted to others are neither listed nor counted.
   */
  list: PagedCall<(query?: QueryOf<CaseListQuery>, options?: CallOptions) => Promise<CaseSummaryPage>>;
  /**
   * Distribution of cases. Counts by state, queue, priority, assignee, outcome and clock, with the same filters as
   * the list.
   */
  facets(query?: QueryOf<CaseFacetsQuery>, options?: CallOptions): Promise<CaseFacets>;
  /**
   * Retrieve a case. Returns the case with its alerts, jobs, tasks and notes, related cases, and earlier decisions
   * about its subject.
   */
  get(deskCaseId: string, options?: CallOptions): Promise<Case>;
  /**
   * Timeline of a case. Everything that happened, newest first, with what happened in cases that were merged into
   * it.
   */
  timeline: PagedCall<
    (deskCaseId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<CaseEventPage>
  >;
  /**
   * Assign a case. To a member of the organization, or to nobody. With `expected_user_id`, 409 if the case is not
   * with that user by now: of two people who take a case at once, one gets it.
   */
  assign(deskCaseId: string, body: CaseAssignBody, options?: CallOptions): Promise<Case>;
  /**
   * Change the priority of a case. With a reason, which stays in its history. An alert with a higher priority
   * raises it again.
   */
  priority(deskCaseId: string, body: CasePriorityBody, options?: CallOptions): Promise<Case>;
  /** Add a note to a case. Notes stay as they were written. */
  note(deskCaseId: string, body: CaseNoteBody, options?: KeyedOptions): Promise<Case>;
  /** Add a task to a case. Something that somebody has to do before the decision. */
  task(deskCaseId: string, body: CaseTaskBody, options?: KeyedOptions): Promise<CaseTask>;
  /** Tick off a task of a case. Done, or not done after all. */
  updateTask(deskCaseId: string, caseTaskId: string, body: CaseTaskPatch, options?: CallOptions): Promise<CaseTask>;
  /**
   * Pause or continue a clock of a case. The time that is left stays as it is; when the clock continues, it is due
   * that much later.
   */
  pauseClock(deskCaseId: string, body: CasePauseBody, options?: CallOptions): Promise<Case>;
  /**
   * Decide a case. Closes the case. If the queue of the case, or that of one of its alerts, asks for four eyes for
   * this outcome, the answer is 202 with `proposed_decision`, and another person approves or rejects it. Such an
   * outcome needs a narrative.
   */
  decide(deskCaseId: string, body: CaseDecideBody, options?: CallOptions): Promise<Case>;
  /**
   * Approve a proposed decision. Closes the case. Only for people signed in as themselves, other than who proposed
   * it. If an alert has joined since the proposal, it is a 409 unless `expected_alert_count` is the present one.
   */
  approve(deskCaseId: string, body?: CaseApproveBody, options?: CallOptions): Promise<Case>;
  /** Reject a proposed decision. The case stays open. */
  reject(deskCaseId: string, body: CaseRejectBody, options?: CallOptions): Promise<Case>;
  /**
   * Merge a case into another. Its alerts and jobs move there, and of two clocks with the same name the earlier
   * one counts. The merged case stays readable and says where it went.
   */
  merge(deskCaseId: string, body: CaseMergeBody, options?: CallOptions): Promise<Case>;
  /** Split alerts off a case. The alerts and their jobs become a new case. */
  split(deskCaseId: string, body: CaseSplitBody, options?: KeyedOptions): Promise<Case>;
  /**
   * Restrict a case to named people. Nobody else sees it: not in lists and counts, SQL, related cases or webhooks.
   * Keys of the organization are nobody. An empty list lifts it.
   */
  restrict(deskCaseId: string, body: CaseRestrictBody, options?: CallOptions): Promise<Case>;
  /** Reopen a case. The earlier decision stays on record. Clocks continue with the time that was left. */
  reopen(deskCaseId: string, body: CaseReopenBody, options?: CallOptions): Promise<Case>;
}
