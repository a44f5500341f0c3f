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
  /** Only jobs created at this time or later. */
  from?: string;
  /** Only jobs created before this time. */
  to?: string;
};

export type EvaluationCase = {
  id: string;
  inputs: Record<string, unknown>;
  /**
   * The right answer: `verdict`, fields of the first JSON output by name, or values in it by JSON pointer
   * (`/total`).
   */
  expected: Record<string, unknown>;
  weight: number;
  /** The reviewed job that the case was taken from. */
  job_id: string | null;
  /**
   * If true, the case has the evidence of its job. The decision uses that evidence and nothing is fetched.
   */
  frozen: boolean;
  created_at: string;
};

export type EvaluationCaseBody = {
  inputs: Record<string, unknown>;
  /** File ids or addresses by input. */
  files?: Record<string, string | string[]>;
  /**
   * The right answer: `verdict`, fields of the first JSON output by name, or values in it by JSON pointer
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

/** Exactly one of `cases`, `job_ids`, `csv` and `json_lines`. */
export type EvaluationCasesBody = {
  cases?: EvaluationCaseBody[];
  /** Reviewed jobs to take the inputs, evidence and reviewed answers from. */
  job_ids?: string[];
  /**
   * Cases as CSV: one column per input, one `expected.NAME` column per expected value, and an optional `weight`
   * column.
   */
  csv?: string;
  /** Cases as JSON, one per line. */
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
   * Cases that are in both runs with different answers. Cases that became wrong come first, then those that became
   * right.
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
  /**
   * Accuracy of b minus that of a on the cases that both runs have, and where the true difference is with 95 %
   * confidence (Newcombe, paired).
   */
  difference: {
    value: number;
    low: number;
    high: number;
  };
  /** If false, there are not enough cases to tell which of the two is better. */
  conclusive: boolean;
  /** Cases that only run a has, because the set changed between the runs. */
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

/** Optional. `max_cost` raises the limit. */
export type EvaluationResumeBody = {
  /**
   * Limit in USD. When it is reached, no further case starts and the run ends as cancelled. You can resume it.
   */
  max_cost?: number | null;
};

export type EvaluationRun = {
  id: string;
  evaluation_set_id: string;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Why the run did not finish. */
  reason: string | null;
  batch_id: string;
  agent_id: string;
  agent_version_id: string;
  policy_version_id: string | null;
  /** Replaces the model of the version. */
  model: string | null;
  repeats: number;
  max_cost: number | null;
  total: number;
  done: number;
  cost: number;
  scores: EvaluationScores | null;
  /** Cases that the current version answered correctly in its last run and this version did not. */
  regressions: EvaluationRegression[];
  /** The last run of the current version. Null if it never ran on this set. */
  baseline_run_id: string | null;
  warnings: string[];
  /**
   * If true, the cases of the set have changed since this run, or reviewers came to disagree about one or settled
   * that. The run does not satisfy a gate.
   */
  outdated: boolean;
  created_by: number | null;
  started_at: string;
  finished_at: string | null;
};

/** Optional. By default the current version is measured. */
export type EvaluationRunBody = {
  agent_version_id?: string | null;
  policy_version_id?: string | null;
  model?: string | null;
  /**
   * Limit in USD. When it is reached, no further case starts and the run ends as cancelled. You can resume it.
   */
  max_cost?: number | null;
  /** How many times each case runs. The majority answer counts. Default: 1. */
  repeats?: number;
};

export type EvaluationRunPage = Page<EvaluationRun>;

export type EvaluationScores = {
  /** Weighted share of cases in which every expected value is right. */
  accuracy: number;
  /** The accuracy on all such cases is in here with 95 % confidence (Wilson). */
  accuracy_interval: {
    low: number;
    high: number;
  };
  by_field: Record<
    string,
    {
      precision: number | null;
      recall: number | null;
    }
  >;
  /** How often each verdict was expected and given. `(none)` means no answer. */
  confusion?: Record<string, Record<string, number>>;
  /** Only with more than one repeat: how much the answers vary. */
  repeats?: {
    /** The accuracy of each repeat alone. */
    accuracies: number[];
    /**
     * The accuracy of one answer, without a majority, and where it is with 95 % confidence: repeats of a case
     * resemble each other and count for less than further cases.
     */
    single: {
      value: number;
      low: number;
      high: number;
    };
    /** Cases whose repeats did not all give the same answer. */
    unsteady: number;
  };
};

export type EvaluationSet = {
  id: string;
  name: string;
  description: string;
  agent_id: string | null;
  policy_id: string | null;
  case_count: number;
  /** Cases that were deleted with the data of the jobs they were taken from. */
  erased_count: number;
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
  /** Default: 20. At most 100 unless the operator sets another limit. */
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
  /** If not, the reason. */
  reason: string | null;
  /** If true, the version was current before, so making it current again needs no run. */
  was_current: boolean;
  /** The run of this version that the gate uses, if there is one. */
  run_id: string | null;
};

export type VersionGate = {
  /** Null if there is no gate, or if it only asks for a second person. */
  evaluation_set_id: string | null;
  min_accuracy: number | null;
  no_regressions: boolean;
  /** Whether a second person has to approve what becomes current. */
  four_eyes: boolean;
  /** User id. */
  updated_by: number | null;
  updated_at: string | null;
  check: GateCheck | null;
};

export type VersionGateBody = {
  /** Optional with four_eyes: then no run is needed. */
  evaluation_set_id?: string | null;
  min_accuracy?: number | null;
  /** Default: false. */
  no_regressions?: boolean;
  /**
   * Whether a person who is signed in as themselves, other than the proposer, has to approve each promotion, going
   * back included. Default: false.
   */
  four_eyes?: boolean;
};

export type VersionGateQuery = {
  /** Also return whether this version may become current. */
  version_id?: string;
};
