import type { ReviewState } from '@errand/contract/reviews.ts';
import type { StoredStatus } from '../reviews/status.ts';

// Converts between the two names of a review's outcome: `review_status` for verdicts, `review_state` for all outputs.

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
