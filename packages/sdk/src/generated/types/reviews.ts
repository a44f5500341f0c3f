// Made from packages/contract by `npm run generate`. Change the contract, not this file.

/** Right values by JSON pointer into the value of the first JSON output. */
export type CorrectedOutputs = Record<string, unknown>;

export type Feedback = {
  job_id: string;
  review_status: 'pending' | 'approved' | 'rejected';
  review_comment: string;
  reviewed_at: string | null;
  /** E-mail of the user. */
  reviewed_by: string | null;
  corrected_verdict: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs: Record<string, unknown> | null;
};

export type FeedbackBody = {
  /** True: the output is right. */
  matches_ground_truth: boolean;
  /** In your own words. */
  human_feedback?: string | null;
  /**
   * What the verdict should have been: one of the classifications of the policy. Needed when disagreeing with a
   * verdict.
   */
  corrected_verdict?: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs?: Record<string, unknown> | null;
};

export type FeedbackExportQuery = {
  /** Default rejected: the corrected cases. */
  review_status?: 'approved' | 'rejected';
};

export type JobReview = {
  review_status: 'pending' | 'approved' | 'rejected';
  corrected_verdict: string | null;
  review_comment: string;
  reviewed_at: string | null;
  reviewed_by: string | null;
};
