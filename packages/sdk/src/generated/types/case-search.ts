// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { FacetValue } from './job-lists.ts';

export type CaseAlertFacets = {
  /** How many match. */
  counted: number;
  /** False if more than 200,000 match, and the others were not counted. */
  is_complete: boolean;
  /** The most frequent values, at most 20. */
  queue: FacetValue[];
  /** The most frequent values, at most 20. */
  rule: FacetValue[];
  /** The most frequent values, at most 20. */
  priority: FacetValue[];
  /** The most frequent values, at most 20. */
  currency: FacetValue[];
};

export type CaseAlertFacetsQuery = {
  /** Id or name of a queue. */
  queue?: string;
  /** Id of a case. */
  case?: string;
  /** A query such as `rule:"round sums" amount:>9000 state:open since:7d`. */
  q?: string;
};

export type CaseFacets = {
  /** How many match. */
  counted: number;
  /** False if more than 200,000 match, and the others were not counted. */
  is_complete: boolean;
  /** The most frequent values, at most 20. */
  state: FacetValue[];
  /** The most frequent values, at most 20. */
  queue: FacetValue[];
  /** The most frequent values, at most 20. */
  priority: FacetValue[];
  /** By the id of the person; `none` for cases that nobody has. */
  assignee: FacetValue[];
  /** The most frequent values, at most 20. */
  outcome: FacetValue[];
  /** `overdue`, `24h` (due within a day) and `later`. */
  due: FacetValue[];
};

export type CaseFacetsQuery = {
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
};
