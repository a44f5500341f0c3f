// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { Page } from './values.ts';

export type Case = {
  id: string;
  /** Counts the cases of the organization. */
  number: number;
  queue_id: string;
  subject: CaseSubject;
  /**
   * `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for
   * approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not.
   * `closed`: decided or merged.
   */
  state: 'open' | 'in_review' | 'waiting' | 'escalated' | 'closed';
  outcome: string | null;
  reason_code: string | null;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  assignee: {
    user_id: number;
    email: string;
  } | null;
  clocks: CaseClock[];
  alert_count: number;
  /** Only named people see the case. */
  restricted: boolean;
  merged_into_case_id: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
  narrative: string | null;
  proposed_decision: CaseProposal | null;
  /** The last 100, newest first. `/v1/case-alerts/?case=` lists all. */
  alerts: CaseAlert[];
  /** Jobs that playbooks started, the first one first. */
  jobs: CaseJob[];
  tasks: CaseTask[];
  notes: CaseNote[];
  /** Files that people added, the first one first. */
  documents: CaseDocument[];
  /** Other cases that share an identifier of any kind. At most 50, the latest first. */
  related: RelatedCase[];
  /** How many there are. */
  related_count: number;
  /**
   * Decisions about the same subject, here and in other cases that share an identifier by which the queue joins
   * alerts: evidence, not truth. At most 50.
   */
  earlier_decisions: CaseDecision[];
  /** How many there are. */
  earlier_decision_count: number;
  /** Cases that were merged into this one. */
  merged_case_ids: string[];
  /** Ids of the users who see it. Empty: everybody. */
  restricted_to: number[];
};

export type CaseAlert = {
  id: string;
  queue_id: string;
  /** Null if the case is restricted to others, who see the alert. */
  case_id: string | null;
  external_id: string;
  rule: string;
  detected_at: string;
  subject: {
    kind: 'person' | 'company' | 'merchant' | 'account';
    name: string;
    /**
     * Identifiers by their kind, a word of at most 100 characters. Blanks, signs and case make no difference when
     * they are compared.
     */
    identifiers: Record<string, string>;
  };
  amount: number | null;
  /** Three capital letters. */
  currency: string | null;
  window: Record<string, unknown> | null;
  data: Record<string, unknown>;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  created_at: string;
};

export type CaseAlertBody = {
  /** Id or name of the queue. */
  queue: string;
  external_id: string;
  rule: string;
  detected_at: string;
  subject: {
    kind: 'person' | 'company' | 'merchant' | 'account';
    name: string;
    /**
     * Identifiers by their kind, a word of at most 100 characters. Blanks, signs and case make no difference when
     * they are compared.
     */
    identifiers: Record<string, string>;
  };
  amount?: number | null;
  /** Three capital letters. */
  currency?: string | null;
  window?: Record<string, unknown> | null;
  data?: Record<string, unknown>;
  priority?: 'low' | 'normal' | 'high' | 'urgent';
};

export type CaseAlertPage = {
  count: number;
  next: string | null;
  previous: string | null;
  results: CaseAlert[];
  /**
   * False if more than 10,000 alerts match `q`: `count` is then 10,000, and `next` leads to the others all the
   * same.
   */
  count_is_complete: boolean;
};

export type CaseAlertQuery = {
  /** Id or name of a queue. */
  queue?: string;
  /** Id of a case. */
  case?: string;
  /** A query such as `rule:"round sums" amount:>9000 state:open since:7d`. */
  q?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

/** Only time within working hours of working days counts. A whole working day is 24 hours. */
export type CaseCalendar = {
  time_zone: string;
  /** Working days, 1 for Monday to 7 for Sunday. Default: Monday to Friday. */
  days?: number[];
  /** Local time. Default: 00:00. */
  from?: string;
  /** Local time. Default: 24:00. */
  to?: string;
  holidays?: string[];
};

export type CaseClock = {
  name: string;
  due_at: string;
  paused: boolean;
  /** Why it is paused. */
  reason: string | null;
  /** The case is closed. */
  stopped: boolean;
};

export type CaseDecision = {
  case_id: string;
  case_number: number;
  outcome: string;
  reason_code: string;
  narrative: string;
  /** Who caused it. */
  proposed_by: Actor;
  /** Who caused it. */
  decided_by: Actor;
  decided_at: string;
  /** What a playbook decided by the right of a policy. Null: people decided. */
  automatic: {
    playbook_id: string;
    version_id: string;
    step: string;
    job_id: string;
    policy_version_id: string;
  } | null;
};

export type CaseDocument = {
  id: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
  sha256: string;
  description: string;
  /** Who caused it. */
  added_by: Actor;
  created_at: string;
};

export type CaseEvent = {
  id: string;
  case_id: string;
  at: string;
  kind: string;
  /** Who caused it. */
  actor: Actor;
  detail: Record<string, unknown>;
};

export type CaseEventPage = Page<CaseEvent>;

export type CaseJob = {
  job_id: string;
  alert_id: string | null;
  /** The step of the playbook. */
  step: string | null;
  created_at: string;
};

export type CaseListQuery = {
  /** Id or name of a queue. */
  queue?: string;
  /**
   * `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for
   * approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not.
   * `closed`: decided or merged.
   */
  state?: 'open' | 'in_review' | 'waiting' | 'escalated' | 'closed';
  /** Id of a user, `me` or `none`. */
  assignee?: string;
  /** `overdue`, or a time: cases with a clock that is due by then. */
  due?: string;
  /** A query such as `state:open,escalated assignee:none priority:urgent due:<24h roe`. */
  q?: string;
  /** Default: -number. */
  ordering?: 'number' | '-number' | 'due' | '-due' | 'priority' | '-priority' | 'updated' | '-updated';
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type CaseNote = {
  id: string;
  text: string;
  /** Who caused it. */
  author: Actor;
  created_at: string;
};

export type CaseProposal = {
  outcome: string;
  reason_code: string;
  narrative: string;
  /** Who caused it. */
  proposed_by: Actor;
  proposed_at: string;
  /** The alerts that the case had then. */
  alert_count: number | null;
};

export type CaseQueue = {
  id: string;
  name: string;
  /** An alert joins the open case of the queue that shares one of these identifiers. */
  join_rule: {
    /** Kinds of identifiers. Empty: alerts never join. */
    by: string[];
    within_days: number;
  };
  clocks: CaseQueueClock[];
  /** The codes that a decision may have. Empty: any. */
  reason_codes: string[];
  four_eyes: {
    /** Outcomes that a second person approves. */
    outcomes: string[];
  };
  /** The playbook that runs on each alert. Null: none. */
  playbook_id: string | null;
  /** Days after which a closed case is removed, unless it is held. Null: for ever. */
  retention_days: number | null;
  created_at: string;
  updated_at: string;
};

export type CaseQueueBody = {
  name: string;
  /** An alert joins the open case of the queue that shares one of these identifiers. */
  join_rule?: {
    /** Kinds of identifiers. Empty: alerts never join. */
    by: string[];
    within_days: number;
  };
  clocks?: CaseQueueClock[];
  /** The codes that a decision may have. Empty: any. */
  reason_codes?: string[];
  four_eyes?: {
    /** Outcomes that a second person approves. */
    outcomes: string[];
  };
  /** The playbook that runs on each alert. Null: none. */
  playbook_id?: string | null;
  /** Days after which a closed case is removed, unless it is held. Null: for ever. */
  retention_days?: number | null;
};

export type CaseQueueClock = {
  name: string;
  /** When it starts: the alert arrived, the rule detected it, the case was opened. */
  from: 'alert' | 'detection' | 'opened';
  hours: number;
  /** Only time within working hours of working days counts. A whole working day is 24 hours. */
  calendar?: CaseCalendar | null;
};

export type CaseQueuePage = Page<CaseQueue>;

export type CaseQueuePatch = Omit<CaseQueueBody, 'name'> & {
  name?: string;
};

export type CaseSubject = {
  kind: 'person' | 'company' | 'merchant' | 'account';
  name: string;
  /**
   * Identifiers by their kind, a word of at most 100 characters. Blanks, signs and case make no difference when
   * they are compared.
   */
  identifiers: Record<string, string>;
  /** Other names in its alerts. */
  aliases: string[];
};

export type CaseSummary = {
  id: string;
  /** Counts the cases of the organization. */
  number: number;
  queue_id: string;
  subject: CaseSubject;
  /**
   * `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for
   * approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not.
   * `closed`: decided or merged.
   */
  state: 'open' | 'in_review' | 'waiting' | 'escalated' | 'closed';
  outcome: string | null;
  reason_code: string | null;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  assignee: {
    user_id: number;
    email: string;
  } | null;
  clocks: CaseClock[];
  alert_count: number;
  /** Only named people see the case. */
  restricted: boolean;
  merged_into_case_id: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
};

export type CaseSummaryPage = Page<CaseSummary>;

export type CaseTask = {
  id: string;
  title: string;
  due_at: string | null;
  assignee: {
    user_id: number;
    email: string;
  } | null;
  done_at: string | null;
  created_at: string;
};

export type RelatedCase = {
  id: string;
  number: number;
  queue_id: string;
  subject_name: string;
  /**
   * `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for
   * approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not.
   * `closed`: decided or merged.
   */
  state: 'open' | 'in_review' | 'waiting' | 'escalated' | 'closed';
  outcome: string | null;
  /** The identifiers that both cases have, as they are compared. */
  shared: {
    kind: string;
    value: string;
  }[];
};

export type priority = 'low' | 'normal' | 'high' | 'urgent';
