import type { OutputItem } from '@errand/contract/jobs.ts';
import type { Feedback } from '@errand/contract/reviews.ts';
import type { Static } from 'typebox';
import { isJsonObject, parseJson } from '#platform/json.ts';
import { applyCorrections } from './corrections.ts';
import type { Correction, NewReview, Review, ReviewedCase } from './reviews.ts';
import { reviewStatus } from './status.ts';

// Turns reviews into the shapes of the API.

export const feedbackView = (review: Review): Static<typeof Feedback> => ({
  job_id: review.job_id,
  review_status: reviewStatus(review.status),
  review_comment: review.comment,
  reviewed_at: review.reviewed_at.toISOString(),
  reviewed_by: review.reviewed_by,
  corrected_verdict: review.corrected_verdict,
  corrected_outputs: review.corrected_outputs,
});

/** Shows a review to its author that does not count yet, because a second review is open. */
export const pendingView = (jobId: string, given: NewReview): Static<typeof Feedback> => ({
  job_id: jobId,
  review_status: 'pending',
  review_comment: given.comment,
  reviewed_at: null,
  reviewed_by: null,
  corrected_verdict: given.correctedVerdict,
  corrected_outputs: given.correctedOutputs,
});

/** One case of the export: inputs, outputs and the review. */
export const caseView = (one: ReviewedCase) => ({
  job_id: one.job_id,
  agent_version_id: one.version_id,
  policy_version_id: one.policy_version_id,
  inputs: one.inputs,
  metadata: one.metadata ?? {},
  status: one.job_status,
  verdict: one.verdict,
  corrected_verdict: one.corrected_verdict,
  corrected_outputs: one.corrected_outputs,
  review_status: reviewStatus(one.status),
  review_comment: one.comment,
  reviewed_at: one.reviewed_at.toISOString(),
  reviewed_by: one.reviewed_by,
  outputs: one.outputs,
});

const hasVerdict = (outputs: OutputItem[]): boolean =>
  outputs.some(({ value, data_type }) => data_type === 'application/json' && value.includes('"verdict"'));

/** Returns the outputs as the reviewer corrected them. */
export function correctOutputs(
  outputs: OutputItem[],
  { correctedVerdict, correctedOutputs }: Correction,
): OutputItem[] {
  const decided = correctedVerdict === null ? outputs : correctVerdict(outputs, correctedVerdict);
  return correctedOutputs === null ? decided : applyCorrections(decided, correctedOutputs);
}

function correctVerdict(outputs: OutputItem[], verdict: string): OutputItem[] {
  return outputs.map((output) => {
    if (!hasVerdict([output])) return output;
    const value = parseJson(output.value);
    return isJsonObject(value) ? { ...output, value: JSON.stringify(correctObject(value, verdict)) } : output;
  });
}

/** Replaces the verdict, which is a member of the output or of one of its members. */
function correctObject(value: Record<string, unknown>, verdict: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'verdict' && typeof member === 'string') return [name, verdict];
      return [name, isJsonObject(member) && 'verdict' in member ? { ...member, verdict } : member];
    }),
  );
}
