/** Outcomes of the review that counts. `disputed`: two reviewers disagree, and nobody has settled it. */
export type StoredStatus = 'approved' | 'rejected' | 'disputed';

/** What clients see that know no disputes: nothing counts yet. */
export const reviewStatus = (status: StoredStatus): 'pending' | 'approved' | 'rejected' =>
  status === 'disputed' ? 'pending' : status;
