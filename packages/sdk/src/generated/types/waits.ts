// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

/** The data of the event: the answer of the wait. */
export type EventBody = Record<string, unknown>;

export type EventSendHeaders = {
  /** The same event with the same key is taken once. */
  'Idempotency-Key'?: string;
};

export type EventTaken = {
  id: string;
  /** The wait that it answers; null: kept for a later one. */
  wait_id: string | null;
};

export type Wait = {
  id: string;
  job_id: string;
  agent_id: string;
  kind: 'approval' | 'question' | 'event' | 'timer';
  title: string;
  /** Markdown. */
  body: string;
  /** Name of the event, of the kind `event`. */
  event: string | null;
  /** The answer is one of these. */
  options: string[] | null;
  /** JSON Schema that the answer has to fit. */
  answer_schema: unknown | null;
  /** Addresses of references and keys of artifacts. */
  evidence: string[];
  /** E-mail of the user who started the job. */
  requested_by: string | null;
  /** Least role that may answer. */
  assignee_role: 'viewer' | 'member' | 'admin' | 'owner' | null;
  /** Id of the only user who may answer. */
  assignee_user: number | null;
  /** Whoever started the job may not answer. */
  forbid_requester: boolean;
  due_at: string | null;
  /** `fail`, `continue` (without an answer), or the option that is the answer then. */
  on_timeout: string;
  status: 'open' | 'answered' | 'timed_out' | 'cancelled';
  /** Null until it is answered. */
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
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** Only waits in this state. */
  status?: 'open' | 'answered' | 'timed_out' | 'cancelled';
  /** Only waits of this kind. */
  kind?: 'approval' | 'question' | 'event' | 'timer';
  /** Only waits of jobs of this agent. */
  agent_id?: string;
  /** Only waits of this job. */
  job_id?: string;
  /** Only those that you may answer. */
  mine?: boolean;
};

export type WaitPage = Page<Wait>;
