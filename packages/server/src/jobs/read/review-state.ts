import type { ReviewState } from '@errand/contract/reviews.ts';

// Converts between the two names of a review's outcome: `review_status` for verdicts, `review_state` for all outputs.

/** Outcomes of the review that counts. `disputed`: two reviewers disagree, and nobody has settled it. */
export type StoredStatus = 'approved' | 'rejected' | 'disputed';

export function reviewState(status: StoredStatus | undefined): ReviewState {
  if (status === 'approved') return 'agreed';
  if (status === 'rejected') return 'disagreed';
  return status ?? 'unreviewed';
}

/** Returns the status of reviews in this state, or undefined if the state means that there is no review. */
export function reviewStatusOf(state: ReviewState | undefined): StoredStatus | undefined {
  if (state === 'agreed') return 'approved';
  if (state === 'disagreed') return 'rejected';
  return state === 'disputed' ? 'disputed' : undefined;
}

/** What clients see that know no disputes: nothing counts yet. */
export const reviewStatus = (status: StoredStatus): 'pending' | 'approved' | 'rejected' =>
  status === 'disputed' ? 'pending' : status;
