// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Drift = {
  /** By version and month, oldest month first. */
  rows: {
    agent_version_id: string;
    version_name: string;
    month: string;
    reviewed: number;
    agreed: number;
    /** Share of reviewed jobs that reviewers agreed with. */
    agreement: number;
  }[];
};

export type DriftQuery = {
  /** Jobs created at or after. */
  from?: string;
  /** Jobs created before. */
  to?: string;
};

export type EvaluationCase = {
  id: string;
  inputs: Record<string, unknown>;
  /**
   * The right answer: `verdict`, members of the first JSON output by name, or values in it by JSON pointer
   * (`/total`).
   */
  expected: Record<string, unknown>;
  weight: number;
  /** The reviewed job that it was taken from. */
  job_id: string | null;
  /** It has the evidence of its job: it is decided on that, and nothing is fetched. */
  frozen: boolean;
  created_at: string;
};

export type EvaluationCaseBody = {
  inputs: Record<string, unknown>;
  /** File ids or addresses by input. */
  files?: Record<string, string | string[]>;
  /**
   * The right answer: `verdict`, members of the first JSON output by name, or values in it by JSON pointer
   * (`/total`).
   */
  expected: Record<string, unknown>;
  /** Default 1. */
  weight?: number;
};

export type EvaluationCasePage = Page<EvaluationCase>;

export type EvaluationCasesAdded = {
  added: number;
  case_count: number;
};

/** One of `cases`, `job_ids`, `csv` and `json_lines`. */
export type EvaluationCasesBody = {
  cases?: EvaluationCaseBody[];
  /** Reviewed jobs: their inputs, their evidence and the answer that reviewers gave. */
  job_ids?: string[];
  /** Cases as CSV: a column per input, `expected.NAME` per expected value, `weight` if need be. */
  csv?: string;
  /** Cases as JSON, one in each line. */
  json_lines?: string;
};

export type EvaluationComparison = {
  a: EvaluationRun;
  b: EvaluationRun;
  scores: {
    a: EvaluationScores | null;
    b: EvaluationScores | null;
  };
  /**
   * Cases that both have and answer differently: those that became wrong first, then those that became right.
   */
  changed: {
    case_id: string;
    expected: Record<string, unknown>;
    got_a: Record<string, unknown> | null;
    got_b: Record<string, unknown> | null;
    correct_a: boolean | null;
    correct_b: boolean | null;
  }[];
  /** Cases that are wrong in a and right in b. */
  better: number;
  /** Cases that are right in a and wrong in b. */
  worse: number;
  /** Cases that only a has: the set has changed in between. */
  only_a: number;
  only_b: number;
};

export type EvaluationRegression = {
  case_id: string;
  expected: Record<string, unknown>;
  got: Record<string, unknown> | null;
  got_before: Record<string, unknown> | null;
};

export type EvaluationResult = {
  case_id: string;
  job_id: string | null;
  expected: Record<string, unknown>;
  got: Record<string, unknown> | null;
  correct: boolean | null;
  error: string | null;
  got_before: Record<string, unknown> | null;
};

export type EvaluationResultPage = Page<EvaluationResult>;

/** May be left out. `max_cost` raises the limit. */
export type EvaluationResumeBody = {
  /**
   * USD. Once it is reached no further case is started, and the run ends as cancelled; it can be resumed.
   */
  max_cost?: number | null;
};

export type EvaluationRun = {
  id: string;
  evaluation_set_id: string;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Why it was not done. */
  reason: string | null;
  batch_id: string;
  agent_id: string;
  agent_version_id: string;
  policy_version_id: string | null;
  /** Instead of the one of the version. */
  model: string | null;
  repeats: number;
  max_cost: number | null;
  total: number;
  done: number;
  cost: number;
  scores: EvaluationScores | null;
  /** Cases that what is current had right in its last run, and this one has wrong. */
  regressions: EvaluationRegression[];
  /** That run; null: what is current was never run on this set. */
  baseline_run_id: string | null;
  warnings: string[];
  /** The cases of the set have changed since: it opens no gate. */
  outdated: boolean;
  created_by: number | null;
  started_at: string;
  finished_at: string | null;
};

/** May be left out: then what is current is measured. */
export type EvaluationRunBody = {
  agent_version_id?: string | null;
  policy_version_id?: string | null;
  model?: string | null;
  /**
   * USD. Once it is reached no further case is started, and the run ends as cancelled; it can be resumed.
   */
  max_cost?: number | null;
  /** Each case is asked so many times, and the majority counts. Default 1. */
  repeats?: number;
};

export type EvaluationRunPage = Page<EvaluationRun>;

export type EvaluationScores = {
  /** Weighted share of cases whose every expected value is right. */
  accuracy: number;
  by_field: Record<
    string,
    {
      precision: number | null;
      recall: number | null;
    }
  >;
  /** How often each verdict was expected and given; `(none)` stands for no answer. */
  confusion?: Record<string, Record<string, number>>;
};

export type EvaluationSet = {
  id: string;
  name: string;
  description: string;
  agent_id: string | null;
  policy_id: string | null;
  case_count: number;
  cases_changed_at: string;
  /** User id. */
  created_by: number | null;
  created_at: string;
  updated_at: string;
};

export type EvaluationSetCreateBody = {
  name: string;
  description?: string | null;
  agent_id?: string | null;
  policy_id?: string | null;
};

export type EvaluationSetListQuery = {
  /** Only sets of this agent. */
  agent_id?: string;
  /** Only sets of this policy. */
  policy_id?: string;
  /** Part of the name. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type EvaluationSetPage = Page<EvaluationSet>;

export type EvaluationSetUpdateBody = {
  name?: string;
  description?: string | null;
};

export type GateCheck = {
  version_id: string;
  /** Whether the version may become current without an override. */
  open: boolean;
  /** Why not, in the words of the refusal. */
  reason: string | null;
  /** It was current before: going back to it needs no run. */
  was_current: boolean;
  /** The run of this version that counts, if there is one. */
  run_id: string | null;
};

export type VersionGate = {
  /** Null: there is no gate. */
  evaluation_set_id: string | null;
  min_accuracy: number | null;
  no_regressions: boolean;
  /** User id. */
  updated_by: number | null;
  updated_at: string | null;
  check: GateCheck | null;
};

export type VersionGateBody = {
  evaluation_set_id: string;
  min_accuracy?: number | null;
  no_regressions: boolean;
};

export type VersionGateQuery = {
  /** Also say what making this version current would be told. */
  version_id?: string;
};
