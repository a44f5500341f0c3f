import type { Requester } from './request.ts';

export type Feedback = {
  job_id: string;
  review_status: 'pending' | 'approved' | 'rejected';
  review_comment: string;
  reviewed_at: string | null;
  reviewed_by: string | null;
  corrected_verdict: string | null;
};

export type NewFeedback = {
  /** true: agrees with the output. */
  matches_ground_truth: boolean;
  human_feedback?: string | null;
  /** Needed when disagreeing. */
  corrected_verdict?: string | null;
};

export function createFeedback(request: Requester) {
  const path = (jobId: string) => `/v1/agents/jobs/${encodeURIComponent(jobId)}/feedback/`;
  return {
    get: (jobId: string, signal?: AbortSignal) => request<Feedback>('GET', path(jobId), { signal }),
    give: (jobId: string, feedback: NewFeedback) => request<Feedback>('POST', path(jobId), { body: feedback }),
  };
}
