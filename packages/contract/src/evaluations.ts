import { type Static, Type } from 'typebox';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Evaluation sets, their cases and runs, gates and the drift of versions on the wire.

export const trialStatuses = ['pending', 'running', 'done', 'cancelled', 'failed'] as const;

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Corrected listings'] });
const description = Type.String({ maxLength: 20_000, examples: ['Listings that reviewers corrected in May.'] });
const maxCost = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description:
    'Limit in USD. When it is reached, no further case starts and the run ends as cancelled. You can resume it.',
});

export const EvaluationSet = Type.Object({
  id: Uuid,
  name,
  description,
  agent_id: Nullable(Uuid),
  policy_id: Nullable(Uuid),
  case_count: Type.Integer(),
  erased_count: Type.Integer({
    description: 'Cases that were deleted with the data of the jobs they were taken from.',
  }),
  cases_changed_at: Timestamp,
  created_by: Nullable(Type.Integer({ description: 'User id.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type EvaluationSet = Static<typeof EvaluationSet>;
export const EvaluationSetPage = Page(EvaluationSet);

export const EvaluationSetCreateBody = Type.Object(
  {
    name,
    description: Type.Optional(Nullable(description)),
    agent_id: Type.Optional(Nullable(Uuid)),
    policy_id: Type.Optional(Nullable(Uuid)),
  },
  { examples: [{ name: 'Corrected listings', agent_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' }] },
);
export const EvaluationSetUpdateBody = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(Nullable(description)) },
  { examples: [{ name: 'Corrected listings', description: 'Those of May.' }] },
);
export const EvaluationSetListQuery = Type.Object({
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only sets of this agent.' })),
  policy_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only sets of this policy.' })),
  search: Type.Optional(Type.String({ description: 'Part of the name.', examples: ['listings'] })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

const expected = Type.Record(Type.String(), Type.Unknown(), {
  minProperties: 1,
  description:
    'The right answer: `verdict`, fields of the first JSON output by name, or values in it by JSON pointer (`/total`).',
  examples: [{ verdict: 'rejected' }],
});
const weight = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'Default 1.' });

export const EvaluationCase = Type.Object({
  id: Uuid,
  inputs: JsonObject,
  expected,
  weight: Type.Number(),
  job_id: Nullable(Type.String({ format: 'uuid', description: 'The reviewed job that the case was taken from.' })),
  frozen: Type.Boolean({
    description:
      'If true, the case has the evidence of its job. The decision uses that evidence and nothing is fetched.',
  }),
  created_at: Timestamp,
});
export const EvaluationCasePage = Page(EvaluationCase);

export const EvaluationCaseBody = Type.Object({
  inputs: JsonObject,
  files: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
      description: 'File ids or addresses by input.',
    }),
  ),
  expected,
  weight: Type.Optional(weight),
});
export const EvaluationCasesBody = Type.Object(
  {
    cases: Type.Optional(Type.Array(EvaluationCaseBody, { minItems: 1, maxItems: 10_000 })),
    job_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: 1_000,
        description: 'Reviewed jobs to take the inputs, evidence and reviewed answers from.',
      }),
    ),
    csv: Type.Optional(
      Type.String({
        description:
          'Cases as CSV: one column per input, one `expected.NAME` column per expected value, and an optional `weight` column.',
        examples: ['text,expected.total\n"Total: 12",12'],
      }),
    ),
    json_lines: Type.Optional(Type.String({ description: 'Cases as JSON, one per line.' })),
  },
  {
    description: 'Exactly one of `cases`, `job_ids`, `csv` and `json_lines`.',
    examples: [{ cases: [{ inputs: { text: 'all is well' }, expected: { text: 'all is well' } }] }],
  },
);
export const EvaluationCasesAdded = Type.Object({ added: Type.Integer(), case_count: Type.Integer() });

const Score = Type.Object({ precision: Nullable(Type.Number()), recall: Nullable(Type.Number()) });
export const EvaluationScores = Type.Object({
  accuracy: Type.Number({ description: 'Weighted share of cases in which every expected value is right.' }),
  accuracy_interval: Type.Object(
    { low: Type.Number(), high: Type.Number() },
    { description: 'The accuracy on all such cases is in here with 95 % confidence (Wilson).' },
  ),
  by_field: Type.Record(Type.String(), Score),
  confusion: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
      description: 'How often each verdict was expected and given. `(none)` means no answer.',
    }),
  ),
  repeats: Type.Optional(
    Type.Object(
      {
        accuracies: Type.Array(Type.Number(), { description: 'The accuracy of each repeat alone.' }),
        single: Type.Object(
          { value: Type.Number(), low: Type.Number(), high: Type.Number() },
          {
            description:
              'The accuracy of one answer, without a majority, and where it is with 95 % confidence: repeats of a case resemble each other and count for less than further cases.',
          },
        ),
        unsteady: Type.Integer({ description: 'Cases whose repeats did not all give the same answer.' }),
      },
      { description: 'Only with more than one repeat: how much the answers vary.' },
    ),
  ),
});
export type EvaluationScores = Static<typeof EvaluationScores>;

const Got = Nullable(JsonObject);
export const EvaluationRegression = Type.Object({ case_id: Uuid, expected: JsonObject, got: Got, got_before: Got });

export const EvaluationRun = Type.Object({
  id: Uuid,
  evaluation_set_id: Uuid,
  status: Type.Enum([...trialStatuses]),
  reason: Nullable(Type.String({ description: 'Why the run did not finish.' })),
  batch_id: Uuid,
  agent_id: Uuid,
  agent_version_id: Uuid,
  policy_version_id: Nullable(Uuid),
  model: Nullable(Type.String({ description: 'Replaces the model of the version.' })),
  repeats: Type.Integer(),
  max_cost: Nullable(Type.Number()),
  total: Type.Integer(),
  done: Type.Integer(),
  cost: Type.Number(),
  scores: Nullable(EvaluationScores),
  regressions: Type.Array(EvaluationRegression, {
    description: 'Cases that the current version answered correctly in its last run and this version did not.',
  }),
  baseline_run_id: Nullable(
    Type.String({
      format: 'uuid',
      description: 'The last run of the current version. Null if it never ran on this set.',
    }),
  ),
  warnings: Type.Array(Type.String()),
  outdated: Type.Boolean({
    description:
      'If true, the cases of the set have changed since this run, or reviewers came to disagree about one or settled that. The run does not satisfy a gate.',
  }),
  created_by: Nullable(Type.Integer()),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type EvaluationRun = Static<typeof EvaluationRun>;
export const EvaluationRunPage = Page(EvaluationRun);

export const EvaluationRunBody = Type.Object(
  {
    agent_version_id: Type.Optional(Nullable(Uuid)),
    policy_version_id: Type.Optional(Nullable(Uuid)),
    model: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, examples: ['baseline'] }))),
    max_cost: Type.Optional(Nullable(maxCost)),
    repeats: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 25,
        description: 'How many times each case runs. The majority answer counts. Default: 1.',
      }),
    ),
  },
  { description: 'Optional. By default the current version is measured.', examples: [{ repeats: 1 }] },
);
export const EvaluationResumeBody = Type.Object(
  { max_cost: Type.Optional(Nullable(maxCost)) },
  { description: 'Optional. `max_cost` raises the limit.', examples: [{}] },
);

export const EvaluationResult = Type.Object({
  case_id: Uuid,
  job_id: Nullable(Uuid),
  expected: JsonObject,
  got: Got,
  correct: Nullable(Type.Boolean()),
  error: Nullable(Type.String()),
  got_before: Got,
});
export const EvaluationResultPage = Page(EvaluationResult);

const ChangedCase = Type.Object({
  case_id: Uuid,
  expected: JsonObject,
  got_a: Got,
  got_b: Got,
  correct_a: Nullable(Type.Boolean()),
  correct_b: Nullable(Type.Boolean()),
});
export const EvaluationComparison = Type.Object({
  a: EvaluationRun,
  b: EvaluationRun,
  scores: Type.Object({ a: Nullable(EvaluationScores), b: Nullable(EvaluationScores) }),
  changed: Type.Array(ChangedCase, {
    description:
      'Cases that are in both runs with different answers. Cases that became wrong come first, then those that became right.',
  }),
  better: Type.Integer({ description: 'Cases that are wrong in a and right in b.' }),
  worse: Type.Integer({ description: 'Cases that are right in a and wrong in b.' }),
  difference: Type.Object(
    { value: Type.Number(), low: Type.Number(), high: Type.Number() },
    {
      description:
        'Accuracy of b minus that of a on the cases that both runs have, and where the true difference is with 95 % confidence (Newcombe, paired).',
    },
  ),
  conclusive: Type.Boolean({
    description: 'If false, there are not enough cases to tell which of the two is better.',
  }),
  only_a: Type.Integer({ description: 'Cases that only run a has, because the set changed between the runs.' }),
  only_b: Type.Integer(),
});

export const VersionGateQuery = Type.Object({
  version_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Also return whether this version may become current.' }),
  ),
});
export const GateCheck = Type.Object({
  version_id: Uuid,
  open: Type.Boolean({ description: 'Whether the version may become current without an override.' }),
  reason: Nullable(Type.String({ description: 'If not, the reason.' })),
  was_current: Type.Boolean({
    description: 'If true, the version was current before, so making it current again needs no run.',
  }),
  run_id: Nullable(
    Type.String({ format: 'uuid', description: 'The run of this version that the gate uses, if there is one.' }),
  ),
});
export type GateCheck = Static<typeof GateCheck>;
export const VersionGate = Type.Object({
  evaluation_set_id: Nullable(
    Type.String({ format: 'uuid', description: 'Null if there is no gate, or if it only asks for a second person.' }),
  ),
  min_accuracy: Nullable(Type.Number()),
  no_regressions: Type.Boolean(),
  four_eyes: Type.Boolean({ description: 'Whether a second person has to approve what becomes current.' }),
  updated_by: Nullable(Type.Integer({ description: 'User id.' })),
  updated_at: Nullable(Timestamp),
  check: Nullable(GateCheck),
});
export const VersionGateBody = Type.Object(
  {
    evaluation_set_id: Type.Optional(
      Nullable(Type.String({ format: 'uuid', description: 'Optional with four_eyes: then no run is needed.' })),
    ),
    min_accuracy: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    no_regressions: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
    four_eyes: Type.Optional(
      Type.Boolean({
        description:
          'Whether a person who is signed in as themselves, other than the proposer, has to approve each promotion, going back included. Default: false.',
      }),
    ),
  },
  {
    examples: [{ evaluation_set_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', min_accuracy: 0.9, no_regressions: true }],
  },
);

export const DriftQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only jobs created at this time or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only jobs created before this time.' })),
});
export const Drift = Type.Object({
  rows: Type.Array(
    Type.Object({
      agent_version_id: Uuid,
      version_name: Type.String(),
      month: Type.String({ examples: ['2026-05'] }),
      reviewed: Type.Integer(),
      agreed: Type.Integer(),
      agreement: Type.Number({ description: 'Share of reviewed jobs that reviewers agreed with.' }),
    }),
    { description: 'By version and month, oldest month first.' },
  ),
});
