// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Approval = {
  /** Which results need approval: all, those that need a review, or those with one of `verdicts`. */
  when: 'always' | 'needs_review' | 'verdict';
  verdicts?: string[];
  /** Minimum role that may approve. */
  role: 'analyst' | 'approver' | 'member' | 'admin';
  /** If true, only people who are signed in as themselves may approve, and nobody who caused the job. */
  forbid_requester: boolean;
  /** How many different people must approve. Default 1. */
  approvals?: number;
  /** Hours until the approval is due. Fractions are allowed. */
  due_hours?: number;
  /** What happens when the approval is overdue: the job fails, or its result is released. */
  on_timeout: 'fail' | 'release';
};

export type ApprovalBody = {
  /** Which results need approval: all, those that need a review, or those with one of `verdicts`. */
  when: 'always' | 'needs_review' | 'verdict';
  verdicts?: string[];
  /** Minimum role that may approve. */
  role?: 'analyst' | 'approver' | 'member' | 'admin';
  /** If true, only people who are signed in as themselves may approve, and nobody who caused the job. */
  forbid_requester?: boolean;
  /** How many different people must approve. Default 1. */
  approvals?: number;
  /** Hours until the approval is due. Fractions are allowed. */
  due_hours?: number;
  /** What happens when the approval is overdue: the job fails, or its result is released. */
  on_timeout?: 'fail' | 'release';
};
