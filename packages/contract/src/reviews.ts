import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

// Reviews of jobs on the wire.

export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;

/** Reviewers' opinion of an output, with or without a verdict. */
export const reviewStates = ['unreviewed', 'agreed', 'disagreed', 'disputed'] as const;
export type ReviewState = (typeof reviewStates)[number];

export const JobReview = Type.Object({
  review_status: Type.Enum([...reviewStatuses]),
  corrected_verdict: Nullable(Type.String()),
  review_comment: Type.String(),
  reviewed_at: Nullable(Timestamp),
  reviewed_by: Nullable(Type.String()),
});

export const CorrectedOutputs = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Right values by JSON pointer into the value of the first JSON output.',
});

export const FeedbackBody = Type.Object(
  {
    matches_ground_truth: Type.Boolean({ description: 'True: the output is right.' }),
    human_feedback: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 20_000, description: 'In your own words.' }),
    ),
    corrected_verdict: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 1_000,
        description:
          'What the verdict should have been: one of the classifications of the policy. Needed when disagreeing with a verdict.',
      }),
    ),
    corrected_outputs: Type.Optional(
      Type.Unsafe<Record<string, unknown> | null>({
        type: ['object', 'null'],
        maxProperties: 1_000,
        description: 'Right values by JSON pointer into the value of the first JSON output.',
        examples: [{ '/total': 1250 }],
      }),
    ),
  },
  { examples: [{ matches_ground_truth: false, corrected_verdict: 'rejected', human_feedback: 'The blade is fixed.' }] },
);

export const Feedback = Type.Object({
  job_id: Uuid,
  review_status: Type.Enum([...reviewStatuses]),
  review_comment: Type.String(),
  reviewed_at: Nullable(Timestamp),
  reviewed_by: Nullable(Type.String({ description: 'E-mail of the user.' })),
  corrected_verdict: Nullable(Type.String()),
  corrected_outputs: Nullable(CorrectedOutputs),
});

export const FeedbackExportQuery = Type.Object({
  review_status: Type.Optional(
    Type.Enum(['approved', 'rejected'], { description: 'Default rejected: the corrected cases.' }),
  ),
});
