// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { TriggerCondition } from './triggers.ts';
import type { Page } from './values.ts';

export type AutoClose = {
  /** Verdicts with which a case may close. The verdict becomes its outcome. */
  outcomes: string[];
  /** Only a verdict that this policy gave closes a case. */
  policy_id: string;
  /** Share of the closed cases at which a person looks again. */
  sample_rate: number;
  /** The code of the decision. Default: auto_close. */
  reason_code?: string;
};

export type Playbook = {
  id: string;
  name: string;
  description: string;
  organization_id: string;
  current_version_id: string;
  created_at: string;
  updated_at: string;
};

export type PlaybookBody = {
  name: string;
  description?: string | null;
  content: PlaybookContent;
  version_name?: string;
};

export type PlaybookContent = {
  steps: PlaybookStep[];
  auto_close: AutoClose | null;
};

export type PlaybookDiff = {
  /** Steps by name, and auto_close. Null: not there. */
  changed: {
    path: string;
    before: unknown;
    after: unknown;
  }[];
};

export type PlaybookFlip = {
  case_id: string;
  number: number;
  /**
   * `outcome`: the version would close it otherwise than it was decided. `automatic`: it would close alone what a
   * person decided alike. `manual`: it would leave to people what a playbook closed.
   */
  kind: 'outcome' | 'automatic' | 'manual';
  before: {
    outcome: string;
    by: 'person' | 'playbook';
  };
  after: {
    outcome: string | null;
    by: 'person' | 'playbook';
    escalated: boolean;
  };
};

export type PlaybookGate = {
  /** Cases that the rehearsal has to decide. */
  min_cases: number | null;
  /**
   * Largest share, among the cases that the version would close alone, of those that were decided otherwise.
   */
  max_wrong_share: number | null;
  updated_at: string | null;
};

export type PlaybookGateBody = {
  /** Cases that the rehearsal has to decide. */
  min_cases: number;
  /**
   * Largest share, among the cases that the version would close alone, of those that were decided otherwise.
   */
  max_wrong_share: number;
};

export type PlaybookListQuery = {
  /** Part of a name or description. */
  search?: string;
  /** Default: -created_at. */
  ordering?: 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type PlaybookPage = Page<Playbook>;

export type PlaybookPatch = {
  name?: string;
  description?: string | null;
};

/** Optional. */
export type PlaybookPromoteBody = {
  reason?: string | null;
  expected_current?: string | null;
  /** Why an admin overrides the gate. Only for admins. */
  override_reason?: string | null;
  /** A finished rehearsal of this version. */
  rehearsal_id?: string | null;
};

export type PlaybookRehearsal = {
  id: string;
  playbook_id: string;
  version_id: string;
  status: 'running' | 'done' | 'cancelled' | 'failed';
  reason: string | null;
  /** How its cases were chosen. Null: `case_ids` named them, and it passes no gate. */
  filter: Record<string, unknown> | null;
  /** Cases. */
  total: number;
  done: number;
  /** USD of the jobs that it started. */
  cost: number;
  max_cost: number | null;
  /** Steps whose result came from an earlier job, without cost. */
  reused_jobs: number;
  /** Cases that the version would close without a person. */
  closed: number;
  /** Of these, cases that were decided otherwise. */
  wrong: number;
  escalated: number;
  /** Cases left to people. */
  left: number;
  /** At most 1,000. */
  flips: PlaybookFlip[];
  unchanged: number;
  undecidable: {
    case_id: string;
    reason: string;
  }[];
  created_by: number | null;
  started_at: string;
  finished_at: string | null;
};

/** Use case_ids or a filter. Without them: the latest 100 decided cases. */
export type PlaybookRehearsalBody = {
  version_id: string;
  case_ids?: string[];
  filter?: {
    /** Id or name of a queue. */
    queue?: string;
    /** Only cases closed then or later. */
    from?: string;
    /** Only cases closed before. */
    to?: string;
    outcome?: string;
    /** Default: 100. */
    limit?: number;
  };
  /** Limit in USD. When it is reached, no further job starts, and the open cases are undecidable. */
  max_cost?: number | null;
};

export type PlaybookRehearsalPage = Page<PlaybookRehearsalSummary>;

export type PlaybookRehearsalSummary = Omit<PlaybookRehearsal, 'flips' | 'undecidable'>;

export type PlaybookRun = {
  id: string;
  playbook_id: string;
  version_id: string;
  alert_id: string;
  case_id: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  /** What the steps came to. `close`: as far as this alert goes, the case may close without a person. */
  action: 'close' | 'escalate' | 'leave' | null;
  /** The verdict, if the action is close. */
  outcome: string | null;
  reason: string | null;
  steps: PlaybookRunStep[];
  created_at: string;
  finished_at: string | null;
};

export type PlaybookRunPage = Page<PlaybookRun>;

export type PlaybookRunQuery = {
  /** Id of a case. */
  case?: string;
  /** Only runs in this state. */
  state?: 'running' | 'done' | 'failed' | 'stopped';
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type PlaybookRunStep = {
  name: string;
  state: 'planned' | 'started' | 'skipped' | 'succeeded' | 'failed';
  job_id: string | null;
  /** A rehearsal took the result of an earlier job with the same inputs. */
  reused: boolean;
  reason: string | null;
};

export type PlaybookStep = {
  /** Later steps find the result of this one under it: `${results.NAME.output}`. */
  name: string;
  /** Id or slug of the agent. */
  agent_id: string;
  /** The step is skipped unless all hold. Paths begin with /alert, /case or /results. */
  when?: TriggerCondition[];
  /** Inputs of the job by key, with templates: `${alert.data.note}`, `${case.earlier_decisions_text}`. */
  inputs: Record<string, unknown>;
  /**
   * What follows from success. `continue` (default): the next step. `escalate`: the case is escalated and the run
   * ends. `close`: the case may close without a person, by the rules of auto_close; otherwise people have it.
   */
  then?: 'continue' | 'escalate' | 'close';
};

export type PlaybookVersion = {
  id: string;
  version_name: string;
  content: PlaybookContent;
  base_version_id: string | null;
  is_current: boolean;
  created_by: {
    id: number;
    email: string;
    display_name: string;
  } | null;
  created_at: string;
};

export type PlaybookVersionBody = {
  content: PlaybookContent;
  version_name?: string;
  base_version_id?: string | null;
  /** Default: true. With a gate, a new version waits for its rehearsal. */
  make_current?: boolean;
};

export type PlaybookVersionPage = Page<PlaybookVersion>;
