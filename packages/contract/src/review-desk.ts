import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { CorrectedOutputs } from './reviews.ts';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// The review desk on the wire: plans, tasks and stats.

export const reviewTaskStates = ['open', 'reserved', 'done', 'disputed'] as const;
export type ReviewTaskState = (typeof reviewTaskStates)[number];

const rate = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const condition = Type.String({
  pattern: '^(unsupported|low_confidence|needs_review|failure|verdict:.{1,200})$',
  description: '`unsupported`, `low_confidence`, `needs_review`, `failure` or `verdict:NAME`.',
  examples: ['needs_review'],
});
const plan = {
  sample_rate: rate('Share of the other succeeded jobs that people look at.'),
  always_when: Type.Array(condition, { maxItems: 50, description: 'Jobs that people look at in any case.' }),
  min_confidence: rate('Of `low_confidence`: a field below it. Default 0.8.'),
  second_review_rate: rate('Share of first reviews that somebody else repeats without seeing the first answer.'),
  due_hours: Type.Number({
    exclusiveMinimum: 0,
    maximum: 87_600,
    description: 'May be a fraction. Left out: no limit.',
  }),
};

export const ReviewPlanBody = Type.Object(
  {
    sample_rate: Type.Optional(plan.sample_rate),
    always_when: Type.Optional(plan.always_when),
    min_confidence: Type.Optional(Nullable(plan.min_confidence)),
    second_review_rate: Type.Optional(plan.second_review_rate),
    due_hours: Type.Optional(Nullable(plan.due_hours)),
  },
  { examples: [{ sample_rate: 0.05, always_when: ['needs_review'], second_review_rate: 0.1, due_hours: 24 }] },
);
export const ReviewPlan = Type.Object({
  sample_rate: plan.sample_rate,
  always_when: plan.always_when,
  min_confidence: Nullable(plan.min_confidence),
  second_review_rate: plan.second_review_rate,
  due_hours: Nullable(plan.due_hours),
});
export type ReviewPlan = Static<typeof ReviewPlan>;

export const ReviewDecision = Type.Object({
  agrees: Type.Boolean(),
  corrected_verdict: Nullable(Type.String()),
  corrected_outputs: Nullable(CorrectedOutputs),
  comment: Type.String(),
  seconds_spent: Nullable(Type.Number()),
  by: Type.String({ description: 'E-mail of the user, or the name of the API key.' }),
  at: Timestamp,
});

export const ReviewSkip = Type.Object({
  reason: Type.String(),
  by: Type.String({ description: 'E-mail of the user, or the name of the API key.' }),
  at: Timestamp,
});

export const ReviewSettlement = Type.Object({
  settled: Type.Boolean({ description: 'False: proposed by one of the two, and the other has not confirmed it yet.' }),
  agrees: Type.Boolean(),
  corrected_verdict: Nullable(Type.String()),
  corrected_outputs: Nullable(CorrectedOutputs),
  comment: Type.String(),
  by: Type.String({ description: 'E-mail of the user.' }),
  agreed_with: Nullable(Type.Integer({ description: 'The other reviewer, if the two settle it together.' })),
  at: Timestamp,
});

export const ReviewTask = Type.Object({
  id: Uuid,
  job_id: Uuid,
  agent_id: Uuid,
  agent_name: Type.String(),
  agent_version_id: Uuid,
  about: Type.String({
    description: 'One line: the first input of the job, or the name of its file.',
    examples: ['invoice-1042.pdf'],
  }),
  summary: Type.String({
    description: 'One line of the result: the first values of its first output, or the beginning of its text.',
    examples: ['vendor: Ada Ltd, total: 4200'],
  }),
  confidence: Nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'The least confidence of a value. Null without marks.' }),
  ),
  verdict: Nullable(Type.String({ description: 'What the job said, where it gives a verdict.' })),
  reason: Type.String({
    description: '`sample`, a condition of the plan, `contested`, or `feedback` that nobody had asked for.',
    examples: ['needs_review'],
  }),
  state: Type.Enum([...reviewTaskStates], {
    description: '`disputed`: another review of the job came to another result, and nobody has settled it.',
  }),
  reserved_by: Nullable(Type.String({ description: 'E-mail of the user, or the name of the API key.' })),
  reserved_until: Nullable(Timestamp),
  due_at: Nullable(Timestamp),
  round: Type.Integer({ minimum: 1, maximum: 2 }),
  decision: Type.Union([ReviewDecision, Type.Null()], {
    description: 'Null until it is done. While a second review is open, only its author sees the first answer.',
  }),
  settlement: Type.Union([ReviewSettlement, Type.Null()], {
    description: 'How a disagreement of two reviewers was settled, or what one of them proposes.',
  }),
  settle_with: Nullable(
    Type.Integer({ description: 'If you are one of two reviewers who disagree: the other, for `agreed_with`.' }),
  ),
  actor: Type.Union([Actor, Type.Null()], { description: 'Who decided it. Null as long as `decision` is.' }),
  skips: Type.Array(ReviewSkip, { description: 'Who did not want to decide it, and why. The latest comes last.' }),
  reading_seconds: Type.Number({ description: 'What reading the outputs takes at the least.' }),
  attachment: Type.Unknown({ description: 'Of a contested job: its explanation and the reason given. Else null.' }),
  created_at: Timestamp,
});
export type ReviewTask = Static<typeof ReviewTask>;
export const ReviewTaskPage = Page(ReviewTask);

const agentId = Type.String({ format: 'uuid', description: 'Only jobs of this agent.' });
const reason = Type.String({ maxLength: 300, description: 'Only tasks with this reason.' });

export const ReviewListQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  state: Type.Optional(Type.Enum([...reviewTaskStates], { description: 'Only tasks in this state.' })),
  reason: Type.Optional(reason),
  agent_id: Type.Optional(agentId),
  job_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only tasks of this job.' })),
  mine: Type.Optional(Type.Boolean({ description: 'Only those that you have reserved or decided.' })),
  overdue: Type.Optional(Type.Boolean({ description: 'Only those that should be done by now and are not.' })),
  skipped: Type.Optional(Type.Boolean({ description: 'Only those that somebody has skipped.' })),
  disagreed: Type.Optional(
    Type.Boolean({ description: 'Only second reviews that came to another result than the first, settled or not.' }),
  ),
});

export const ReviewNextBody = Type.Object(
  {
    agent_id: Type.Optional(Nullable(agentId)),
    reason: Type.Optional(Nullable(reason)),
    except: Type.Optional(Type.Array(Uuid, { maxItems: 1_000, description: 'Tasks that you want to leave out.' })),
  },
  { examples: [{}] },
);

export const ReviewSkipBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 2_000, description: 'Why you do not decide it.' }) },
  { examples: [{ reason: 'I know the vendor.' }] },
);

export const ReviewComparison = Type.Object({
  job_id: Uuid,
  verdict: Nullable(Type.String({ description: 'What the job said, where it gives a verdict.' })),
  reviews: Type.Array(ReviewTask, { description: 'The first review, then the second where there is one.' }),
  same: Nullable(Type.Boolean({ description: 'Null until both are done and you may see both.' })),
  differences: Type.Array(
    Type.Object({
      field: Type.String({ description: '`agrees`, `verdict`, or a JSON pointer.', examples: ['/total'] }),
      output: Type.Unknown({ description: 'What the job said.' }),
      first: Type.Unknown(),
      second: Type.Unknown(),
    }),
    { description: 'Where the two reviewers came to another result, with the value that each holds for right.' },
  ),
});
export type ReviewComparison = Static<typeof ReviewComparison>;

const answer = {
  agrees: Type.Boolean({ description: 'True: the output is right.' }),
  corrected_verdict: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 1_000,
      description: 'What the verdict should have been. Needed when disagreeing with a verdict.',
    }),
  ),
  corrected_outputs: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      maxProperties: 1_000,
      description: 'Right values by JSON pointer into the value of the first JSON output.',
    }),
  ),
  comment: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 20_000 })),
};

export const ReviewDecideBody = Type.Object(
  {
    ...answer,
    seconds_spent: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        minimum: 0,
        maximum: 604_800,
        description: 'Left out: the time since it was reserved.',
      }),
    ),
  },
  { examples: [{ agrees: true, comment: 'Compared with the invoice.', seconds_spent: 42 }] },
);

export const ReviewSettleBody = Type.Object(
  {
    ...answer,
    agreed_with: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'If you are one of the two reviewers: the id of the other. It is settled once both say the same.',
      }),
    ),
  },
  { examples: [{ agrees: false, corrected_verdict: 'rejected', comment: 'The blade is fixed.' }] },
);

const share = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 1, description }));
const figures = {
  done: Type.Integer(),
  agreement: share('Share of decisions that agree with the output; null without any.'),
  override_rate: share('Share of decisions that put another verdict or other values in its place.'),
};

export const ReviewStatsQuery = Type.Object({
  agent_id: Type.Optional(agentId),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Decided at or after this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Decided before this time.' })),
});

const Kappa = Type.Object(
  {
    value: Nullable(Type.Number({ description: 'Null if it is not defined: no jobs, or one answer only.' })),
    low: Nullable(Type.Number()),
    high: Nullable(Type.Number()),
    n: Type.Integer({ description: 'Jobs that two people reviewed without seeing the answer of the other.' }),
  },
  { description: "Cohen's kappa of the two reviewers with its 95 % interval: 1 always, 0 as often as by chance." },
);

export const ReviewStats = Type.Object({
  open: Type.Integer({ description: 'Now, reserved ones too.' }),
  overdue: Type.Integer({ description: 'Now.' }),
  ...figures,
  median_seconds: Nullable(Type.Number()),
  by_version: Type.Record(Type.String(), Type.Object(figures), { description: 'By id of the agent version.' }),
  by_field: Type.Record(
    Type.String(),
    Type.Object({ corrected: Type.Integer(), rate: Type.Number({ description: 'Of all decisions.' }) }),
    { description: 'By JSON pointer, and `verdict`: how often it was corrected. The 200 most corrected.' },
  ),
  by_reviewer: Type.Record(
    Type.String(),
    Type.Object({
      ...figures,
      median_seconds: Nullable(Type.Number()),
      hurried: Type.Integer({ description: 'Decisions in less time than reading takes.' }),
    }),
  ),
  second: Type.Object({
    compared: Type.Integer({ description: 'Jobs that two people looked at.' }),
    agreement: share('How often the second came to the same result as the first.'),
  }),
  disputed: Type.Integer({ description: 'Jobs on which two reviewers disagree now. They count in no rate.' }),
  kappa: Kappa,
  kappa_by_field: Type.Record(Type.String(), Kappa, {
    description: 'By JSON pointer, and `verdict`: over the jobs of agents in which it was corrected.',
  }),
  kappa_by_pair: Type.Array(
    Type.Object({ reviewers: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), kappa: Kappa }),
    { description: 'The pairs with most jobs, at most 100.' },
  ),
  warnings: Type.Array(Type.String(), { description: 'Reviewers who decide faster than anybody reads.' }),
});
export type ReviewStats = Static<typeof ReviewStats>;
