// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  ReviewComparison,
  ReviewDecideBody,
  ReviewListQuery,
  ReviewNextBody,
  ReviewPlan,
  ReviewPlanBody,
  ReviewSettleBody,
  ReviewSkipBody,
  ReviewStats,
  ReviewStatsQuery,
  ReviewTask,
  ReviewTaskPage,
} from '../types/review-desk.ts';

export interface ReviewsCalls {
  /** Review plan of an agent. Which of its jobs people look at. Without a plan all rates are 0. */
  getPlan(agentId: string, options?: CallOptions): Promise<ReviewPlan>;
  /**
   * Set the review plan of an agent. Replaces the plan, for jobs that end from now on. Members may ask for more
   * reviews; asking for fewer needs an admin.
   */
  setPlan(agentId: string, body?: ReviewPlanBody, options?: CallOptions): Promise<ReviewPlan>;
  /** Review tasks. Jobs that people look at or have looked at. Newest first. */
  list: PagedCall<(query?: QueryOf<ReviewListQuery>, options?: CallOptions) => Promise<ReviewTaskPage>>;
  /**
   * Figures of the reviews. How often reviewers agree with the outputs and with each other, by version, field and
   * reviewer.
   */
  stats(query?: QueryOf<ReviewStatsQuery>, options?: CallOptions): Promise<ReviewStats>;
  /**
   * Take the next review. Reserves the most urgent task that you may do and have not skipped, for 15 minutes. One
   * that you hold already comes first. 204: there is none.
   */
  next(body?: ReviewNextBody, options?: CallOptions): Promise<ReviewTask | undefined>;
  /** One review task. The task, and its decision once there is one. */
  get(reviewId: string, options?: CallOptions): Promise<ReviewTask>;
  /**
   * Reserve a review. For 15 minutes, again from now when you hold it already. 409 while another person holds it.
   */
  reserve(reviewId: string, options?: CallOptions): Promise<ReviewTask>;
  /** Release a review. Gives it back. Admins may release what another person holds. */
  release(reviewId: string, options?: CallOptions): Promise<ReviewTask>;
  /**
   * Skip a review. Leaves it to others and says why. `next` does not give it to you again; you can still reserve
   * it yourself.
   */
  skip(reviewId: string, body: ReviewSkipBody, options?: CallOptions): Promise<ReviewTask>;
  /**
   * Two reviews side by side. The first and the second review of the job, and where they differ. Either of the two
   * may be named.
   */
  compare(reviewId: string, options?: CallOptions): Promise<ReviewComparison>;
  /**
   * Decide a review. Says whether the output is right, and else what would be. With a second review to come, the
   * job stays unreviewed until that is done.
   */
  decide(reviewId: string, body: ReviewDecideBody, options?: CallOptions): Promise<ReviewTask>;
  /**
   * Settle a disagreement. Ends the disagreement of two reviewers: by a third person, or by one of the two with
   * `agreed_with`, which the other confirms by sending the same.
   */
  settle(reviewId: string, body: ReviewSettleBody, options?: CallOptions): Promise<ReviewTask>;
}
