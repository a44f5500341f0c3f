import { type Static, Type } from 'typebox';
import { trialStatuses } from './evaluations.ts';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Rehearsals on the wire: past cases that another version of their policy decides again.

const maxCost = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'Limit in USD. When it is reached, no further case is decided. You can resume the rehearsal.',
});

export const RehearsalFilter = Type.Object({
  agent_id: Type.Optional(Uuid),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only jobs created at this time or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only jobs created before this time.' })),
  verdict: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Number of latest jobs. Default: 1,000.' }),
  ),
});

export const RehearsalBody = Type.Object(
  {
    version_id: Uuid,
    job_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 10_000 })),
    filter: Type.Optional(RehearsalFilter),
    max_cost: Type.Optional(Nullable(maxCost)),
    gather: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Read pages and tables again for cases that lack evidence which this version asks for. Requires max_cost.',
      }),
    ),
  },
  {
    description: 'Use job_ids or a filter. Without them: the latest 1,000 cases of the policy.',
    examples: [{ version_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', filter: { limit: 100 } }],
  },
);
export const RehearsalResumeBody = Type.Object(
  { max_cost: Type.Optional(Nullable(maxCost)) },
  { description: 'Optional. `max_cost` raises the limit.', examples: [{}] },
);

const ChangedRule = Type.Object({
  rule_id: Type.String({
    description: 'Id in the candidate version, or in the old version if the candidate does not have the rule.',
  }),
  title: Type.String({ description: 'Category and title.', examples: ['Prohibited goods / Weapons'] }),
  before: Nullable(
    Type.Boolean({ description: 'Whether the rule was met. Null: the old version does not have the rule.' }),
  ),
  after: Nullable(Type.Boolean()),
});
export const Flip = Type.Object({
  job_id: Uuid,
  before: Nullable(Type.String()),
  after: Type.String(),
  rules: Type.Array(ChangedRule),
  gathered: Type.Boolean({ description: 'Whether evidence was gathered anew for the case.' }),
});

const Counts = Type.Record(Type.String(), Type.Integer());
export const Rehearsal = Type.Object({
  id: Uuid,
  policy_id: Uuid,
  status: Type.Enum([...trialStatuses]),
  reason: Nullable(Type.String({ description: 'Why the rehearsal did not finish.' })),
  version_id: Uuid,
  batch_id: Nullable(Uuid),
  total: Type.Integer(),
  done: Type.Integer(),
  cost: Type.Number(),
  max_cost: Nullable(Type.Number()),
  flips: Type.Array(Flip, { description: 'The first 1,000. Get all of them from flips/.' }),
  flip_count: Type.Integer(),
  unchanged: Type.Integer(),
  gather: Type.Boolean(),
  gathered_count: Type.Integer({ description: 'Decided cases for which evidence was gathered anew.' }),
  undecidable: Type.Array(
    Type.Object({
      job_id: Uuid,
      reason: Type.String({
        description: '`evidence_missing`: this version asks for evidence that the case does not hold. Or a sentence.',
      }),
      questions: Type.Optional(Type.Array(Type.String(), { description: 'What would have been asked.' })),
    }),
  ),
  by_verdict: Type.Object({ before: Counts, after: Counts }),
  created_by: Nullable(Type.Integer()),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type Rehearsal = Static<typeof Rehearsal>;

const { flips: _flips, undecidable: _undecidable, ...summary } = Rehearsal.properties;
export const RehearsalSummary = Type.Object(summary);
export const RehearsalPage = Page(RehearsalSummary);
