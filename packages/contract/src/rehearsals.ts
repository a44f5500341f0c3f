import { type Static, Type } from 'typebox';
import { trialStatuses } from './evaluations.ts';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Rehearsals on the wire: past cases, decided again by another version of their policy.

const maxCost = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'USD. Once it is reached no further case is decided; the rehearsal can be resumed.',
});

export const RehearsalFilter = Type.Object({
  agent_id: Type.Optional(Uuid),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Jobs created at or after.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Jobs created before.' })),
  verdict: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'The latest so many. Default 1,000.' }),
  ),
});

export const RehearsalBody = Type.Object(
  {
    version_id: Uuid,
    job_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 10_000 })),
    filter: Type.Optional(RehearsalFilter),
    max_cost: Type.Optional(Nullable(maxCost)),
  },
  {
    description: 'With job_ids, or with a filter; without both, the latest 1,000 cases of the policy.',
    examples: [{ version_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', filter: { limit: 100 } }],
  },
);
export const RehearsalResumeBody = Type.Object(
  { max_cost: Type.Optional(Nullable(maxCost)) },
  { description: 'May be left out. `max_cost` raises the limit.', examples: [{}] },
);

const ChangedRule = Type.Object({
  rule_id: Type.String({ description: "The candidate's; of a rule that it does not have, the old version's." }),
  title: Type.String({ description: 'Category and title.', examples: ['Prohibited goods / Weapons'] }),
  before: Nullable(Type.Boolean({ description: 'Hit or not; null: the old version did not have it.' })),
  after: Nullable(Type.Boolean()),
});
export const Flip = Type.Object({
  job_id: Uuid,
  before: Nullable(Type.String()),
  after: Type.String(),
  rules: Type.Array(ChangedRule),
});

const Counts = Type.Record(Type.String(), Type.Integer());
export const Rehearsal = Type.Object({
  id: Uuid,
  policy_id: Uuid,
  status: Type.Enum([...trialStatuses]),
  reason: Nullable(Type.String({ description: 'Why it was not done.' })),
  version_id: Uuid,
  batch_id: Nullable(Uuid),
  total: Type.Integer(),
  done: Type.Integer(),
  cost: Type.Number(),
  max_cost: Nullable(Type.Number()),
  flips: Type.Array(Flip, { description: 'The first 1,000; all of them at flips/.' }),
  flip_count: Type.Integer(),
  unchanged: Type.Integer(),
  undecidable: Type.Array(Type.Object({ job_id: Uuid, reason: Type.String() })),
  by_verdict: Type.Object({ before: Counts, after: Counts }),
  created_by: Nullable(Type.Integer()),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type Rehearsal = Static<typeof Rehearsal>;

const { flips: _flips, undecidable: _undecidable, ...summary } = Rehearsal.properties;
export const RehearsalSummary = Type.Object(summary);
export const RehearsalPage = Page(RehearsalSummary);
