// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { Page } from './values.ts';

/** The data of the event. It becomes the answer of the wait. */
export type EventBody = Record<string, unknown>;

export type EventSendHeaders = {
  /** An event with the same key is accepted only once. */
  'Idempotency-Key'?: string;
};

export type EventTaken = {
  id: string;
  /** The wait that the event answers. Null: the event is stored for a later wait. */
  wait_id: string | null;
};

export type Wait = {
  id: string;
  job_id: string;
  agent_id: string;
  agent_name: string;
  /** One line: the first input of the job, or the name of its file. */
  about: string;
  /** One line of `body`: the first values of a result to approve, or the beginning of the question. */
  summary: string;
  kind: 'approval' | 'question' | 'event' | 'timer';
  title: string;
  /** Markdown. */
  body: string;
  /** For kind `event`: name of the event. */
  event: string | null;
  /** The possible answers. */
  options: string[] | null;
  /** JSON schema that the answer must match. */
  answer_schema: unknown | null;
  /** URLs of references and keys of artifacts. */
  evidence: string[];
  /** E-mail of the user who started the job. */
  requested_by: string | null;
  /** Who caused it. */
  actor: Actor;
  /** Minimum role that may answer. */
  assignee_role: 'viewer' | 'auditor' | 'analyst' | 'approver' | 'member' | 'admin' | 'owner' | null;
  /** Only this user may answer. */
  assignee_user: number | null;
  /**
   * If true, only people who are signed in as themselves may answer, and nobody in the chain of `actor`: who
   * started the job, changed its inputs or pressed run.
   */
  forbid_requester: boolean;
  /** How many different people must give the first option. Any other option ends the wait at once. */
  approvals_needed: number;
  /** Who has given it so far, where more than one is needed. */
  approvals: {
    by: string;
    comment: string | null;
    at: string;
  }[];
  due_at: string | null;
  /**
   * What happens when the wait is overdue: `fail`, `continue` (without an answer), or the option to use as the
   * answer.
   */
  on_timeout: string;
  status: 'open' | 'answered' | 'timed_out' | 'cancelled';
  /** Null until answered. */
  answer: unknown;
  comment: string | null;
  /** E-mail of the user, or the name of the API key. */
  answered_by: string | null;
  answered_at: string | null;
  created_at: string;
};

export type WaitAnswerBody = {
  /** One of `options`, or what `answer_schema` describes. */
  answer: unknown;
  comment?: string | null;
};

export type WaitLink = {
  url: string;
  expires_at: string;
};

export type WaitLinkBody = {
  /** At most 30 days. */
  expires_in_seconds?: number;
};

export type WaitListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Only waits in this state. */
  status?: 'open' | 'answered' | 'timed_out' | 'cancelled';
  /** Only waits of this kind. */
  kind?: 'approval' | 'question' | 'event' | 'timer';
  /** Only waits of jobs of this agent. */
  agent_id?: string;
  /** Only waits of this job. */
  job_id?: string;
  /** If true, only waits that you may answer. */
  mine?: boolean;
};

export type WaitPage = Page<Wait>;
