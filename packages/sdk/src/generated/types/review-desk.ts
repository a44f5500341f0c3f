// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { Page } from './values.ts';

export type ReviewComparison = {
  job_id: string;
  /** What the job said, where it gives a verdict. */
  verdict: string | null;
  /** The first review, then the second where there is one. */
  reviews: ReviewTask[];
  /** Null until both are done and you may see both. */
  same: boolean | null;
  /** Where the two reviewers came to another result, with the value that each holds for right. */
  differences: {
    /** `agrees`, `verdict`, or a JSON pointer. */
    field: string;
    /** What the job said. */
    output: unknown;
    first: unknown;
    second: unknown;
  }[];
};

export type ReviewDecideBody = {
  /** True: the output is right. */
  agrees: boolean;
  /** What the verdict should have been. Needed when disagreeing with a verdict. */
  corrected_verdict?: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs?: Record<string, unknown> | null;
  comment?: string | null;
  /** Left out: the time since it was reserved. */
  seconds_spent?: number | null;
};

export type ReviewDecision = {
  agrees: boolean;
  corrected_verdict: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs: Record<string, unknown> | null;
  comment: string;
  seconds_spent: number | null;
  /** E-mail of the user, or the name of the API key. */
  by: string;
  at: string;
};

export type ReviewListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Only tasks in this state. */
  state?: 'open' | 'reserved' | 'done' | 'disputed';
  /** Only tasks with this reason. */
  reason?: string;
  /** Only jobs of this agent. */
  agent_id?: string;
  /** Only tasks of this job. */
  job_id?: string;
  /** Only those that you have reserved or decided. */
  mine?: boolean;
  /** Only those that should be done by now and are not. */
  overdue?: boolean;
  /** Only those that somebody has skipped. */
  skipped?: boolean;
  /** Only second reviews that came to another result than the first, settled or not. */
  disagreed?: boolean;
};

export type ReviewNextBody = {
  /** Only jobs of this agent. */
  agent_id?: string | null;
  /** Only tasks with this reason. */
  reason?: string | null;
  /** Tasks that you want to leave out. */
  except?: string[];
};

export type ReviewPlan = {
  /** Share of the other succeeded jobs that people look at. */
  sample_rate: number;
  /** Jobs that people look at in any case. */
  always_when: string[];
  /** Of `low_confidence`: a field below it. Default 0.8. */
  min_confidence: number | null;
  /** Share of first reviews that somebody else repeats without seeing the first answer. */
  second_review_rate: number;
  /** May be a fraction. Left out: no limit. */
  due_hours: number | null;
};

export type ReviewPlanBody = {
  /** Share of the other succeeded jobs that people look at. */
  sample_rate?: number;
  /** Jobs that people look at in any case. */
  always_when?: string[];
  /** Of `low_confidence`: a field below it. Default 0.8. */
  min_confidence?: number | null;
  /** Share of first reviews that somebody else repeats without seeing the first answer. */
  second_review_rate?: number;
  /** May be a fraction. Left out: no limit. */
  due_hours?: number | null;
};

export type ReviewSettleBody = {
  /** True: the output is right. */
  agrees: boolean;
  /** What the verdict should have been. Needed when disagreeing with a verdict. */
  corrected_verdict?: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs?: Record<string, unknown> | null;
  comment?: string | null;
  /** If you are one of the two reviewers: the id of the other. It is settled once both say the same. */
  agreed_with?: number | null;
};

export type ReviewSettlement = {
  /** False: proposed by one of the two, and the other has not confirmed it yet. */
  settled: boolean;
  agrees: boolean;
  corrected_verdict: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs: Record<string, unknown> | null;
  comment: string;
  /** E-mail of the user. */
  by: string;
  /** The other reviewer, if the two settle it together. */
  agreed_with: number | null;
  at: string;
};

export type ReviewSkip = {
  reason: string;
  /** E-mail of the user, or the name of the API key. */
  by: string;
  at: string;
};

export type ReviewSkipBody = {
  /** Why you do not decide it. */
  reason: string;
};

export type ReviewStats = {
  /** Now, reserved ones too. */
  open: number;
  /** Now. */
  overdue: number;
  done: number;
  /** Share of decisions that agree with the output; null without any. */
  agreement: number | null;
  /** Share of decisions that put another verdict or other values in its place. */
  override_rate: number | null;
  median_seconds: number | null;
  /** By id of the agent version. */
  by_version: Record<
    string,
    {
      done: number;
      /** Share of decisions that agree with the output; null without any. */
      agreement: number | null;
      /** Share of decisions that put another verdict or other values in its place. */
      override_rate: number | null;
    }
  >;
  /** By JSON pointer, and `verdict`: how often it was corrected. The 200 most corrected. */
  by_field: Record<
    string,
    {
      corrected: number;
      /** Of all decisions. */
      rate: number;
    }
  >;
  by_reviewer: Record<
    string,
    {
      done: number;
      /** Share of decisions that agree with the output; null without any. */
      agreement: number | null;
      /** Share of decisions that put another verdict or other values in its place. */
      override_rate: number | null;
      median_seconds: number | null;
      /** Decisions in less time than reading takes. */
      hurried: number;
    }
  >;
  second: {
    /** Jobs that two people looked at. */
    compared: number;
    /** How often the second came to the same result as the first. */
    agreement: number | null;
  };
  /** Jobs on which two reviewers disagree now. They count in no rate. */
  disputed: number;
  /** Cohen's kappa of the two reviewers with its 95 % interval: 1 always, 0 as often as by chance. */
  kappa: {
    /** Null if it is not defined: no jobs, or one answer only. */
    value: number | null;
    low: number | null;
    high: number | null;
    /** Jobs that two people reviewed without seeing the answer of the other. */
    n: number;
  };
  /** By JSON pointer, and `verdict`: over the jobs of agents in which it was corrected. */
  kappa_by_field: Record<
    string,
    {
      /** Null if it is not defined: no jobs, or one answer only. */
      value: number | null;
      low: number | null;
      high: number | null;
      /** Jobs that two people reviewed without seeing the answer of the other. */
      n: number;
    }
  >;
  /** The pairs with most jobs, at most 100. */
  kappa_by_pair: {
    reviewers: string[];
    /** Cohen's kappa of the two reviewers with its 95 % interval: 1 always, 0 as often as by chance. */
    kappa: {
      /** Null if it is not defined: no jobs, or one answer only. */
      value: number | null;
      low: number | null;
      high: number | null;
      /** Jobs that two people reviewed without seeing the answer of the other. */
      n: number;
    };
  }[];
  /** Reviewers who decide faster than anybody reads. */
  warnings: string[];
};

export type ReviewStatsQuery = {
  /** Only jobs of this agent. */
  agent_id?: string;
  /** Decided at or after this time. */
  from?: string;
  /** Decided before this time. */
  to?: string;
};

export type ReviewTask = {
  id: string;
  job_id: string;
  agent_id: string;
  agent_name: string;
  agent_version_id: string;
  /** One line: the first input of the job, or the name of its file. */
  about: string;
  /** One line of the result: the first values of its first output, or the beginning of its text. */
  summary: string;
  /** The least confidence of a value. Null without marks. */
  confidence: number | null;
  /** What the job said, where it gives a verdict. */
  verdict: string | null;
  /** `sample`, a condition of the plan, `contested`, or `feedback` that nobody had asked for. */
  reason: string;
  /** `disputed`: another review of the job came to another result, and nobody has settled it. */
  state: 'open' | 'reserved' | 'done' | 'disputed';
  /** E-mail of the user, or the name of the API key. */
  reserved_by: string | null;
  reserved_until: string | null;
  due_at: string | null;
  round: number;
  /** Null until it is done. While a second review is open, only its author sees the first answer. */
  decision: ReviewDecision | null;
  /** How a disagreement of two reviewers was settled, or what one of them proposes. */
  settlement: ReviewSettlement | null;
  /** If you are one of two reviewers who disagree: the other, for `agreed_with`. */
  settle_with: number | null;
  /** Who decided it. Null as long as `decision` is. */
  actor: Actor | null;
  /** Who did not want to decide it, and why. The latest comes last. */
  skips: ReviewSkip[];
  /** What reading the outputs takes at the least. */
  reading_seconds: number;
  /** Of a contested job: its explanation and the reason given. Else null. */
  attachment: unknown;
  created_at: string;
};

export type ReviewTaskPage = Page<ReviewTask>;
