import type { ReviewState, reviewStatuses } from '@errand/contract/reviews.ts';

// Two words for one thing: `review_status` is about verdicts, `review_state` about every output.

type ReviewStatus = (typeof reviewStatuses)[number];

export function reviewState(status: ReviewStatus | undefined): ReviewState {
  if (status === 'approved') return 'agreed';
  return status === 'rejected' ? 'disagreed' : 'unreviewed';
}

/** The status that reviews of this state have; undefined: there is no review. */
export function reviewStatusOf(state: ReviewState | undefined): 'approved' | 'rejected' | undefined {
  if (state === 'agreed') return 'approved';
  return state === 'disagreed' ? 'rejected' : undefined;
}
