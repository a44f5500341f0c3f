import type { ReviewState, reviewStatuses } from '@errand/contract/reviews.ts';

// Converts between the two names of a review's outcome: `review_status` for verdicts, `review_state` for all outputs.

type ReviewStatus = (typeof reviewStatuses)[number];

export function reviewState(status: ReviewStatus | undefined): ReviewState {
  if (status === 'approved') return 'agreed';
  return status === 'rejected' ? 'disagreed' : 'unreviewed';
}

/** Returns the status of reviews in this state, or undefined if the state means that there is no review. */
export function reviewStatusOf(state: ReviewState | undefined): 'approved' | 'rejected' | undefined {
  if (state === 'agreed') return 'approved';
  return state === 'disagreed' ? 'rejected' : undefined;
}
