// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type CaseApproveBody = {
  comment?: string | null;
  /** The alert_count that you saw. If the case has another one: 409. */
  expected_alert_count?: number | null;
};

export type CaseAssignBody = {
  /** A member of the organization. */
  user_id: number | null;
  /** 409 if somebody else has the case by now. Null: 409 if anybody has it. */
  expected_user_id?: number | null;
};

export type CaseDecideBody = {
  outcome: string;
  reason_code: string;
  narrative: string;
  /** The alert_count that you saw. If the case has another one: 409. */
  expected_alert_count?: number | null;
};

export type CaseDocumentForm = {
  /** The file. */
  file: Uint8Array;
  /** What it is. */
  description?: string;
};

export type CaseMergeBody = {
  into_case_id: string;
  reason: string;
};

export type CaseNoteBody = {
  text: string;
};

export type CasePauseBody = {
  name: string;
  reason: string;
  paused: boolean;
};

export type CasePriorityBody = {
  priority: 'low' | 'normal' | 'high' | 'urgent';
  reason: string;
};

export type CaseRejectBody = {
  comment: string;
};

export type CaseReopenBody = {
  reason: string;
};

export type CaseRestrictBody = {
  /** Empty lifts the restriction. */
  user_ids: number[];
};

export type CaseSplitBody = {
  alert_ids: string[];
  reason: string;
};

export type CaseTaskBody = {
  title: string;
  due_at?: string | null;
  /** A member of the organization. */
  assignee?: number | null;
};

export type CaseTaskPatch = {
  done: boolean;
};
