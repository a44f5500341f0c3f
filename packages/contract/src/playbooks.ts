import { type Static, Type } from 'typebox';
import { TriggerCondition } from './triggers.ts';
import { GivenId, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Playbooks on the wire: which agents look at the alerts of a queue, in which order, and what may close without a person.

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Payments, first look'] });
const versionName = Type.String({ minLength: 1, maxLength: 255, examples: ['with adverse media'] });
const description = Type.String({ maxLength: 20_000, examples: ['What happens to an alert before a person sees it.'] });

export const stepEnds = ['continue', 'escalate', 'close'] as const;
export const PlaybookStep = Type.Object({
  name: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
    description: 'Later steps find the result of this one under it: `${results.NAME.output}`.',
    examples: ['look'],
  }),
  agent_id: Type.String({ minLength: 1, maxLength: 255, description: 'Id or slug of the agent.' }),
  when: Type.Optional(
    Type.Array(TriggerCondition, {
      maxItems: 50,
      description: 'The step is skipped unless all hold. Paths begin with /alert, /case or /results.',
    }),
  ),
  inputs: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Inputs of the job by key, with templates: `${alert.data.note}`, `${case.earlier_decisions_text}`.',
  }),
  then: Type.Optional(
    Type.Enum([...stepEnds], {
      description:
        'What follows from success. `continue` (default): the next step. `escalate`: the case is escalated and the run ends. `close`: the case may close without a person, by the rules of auto_close; otherwise people have it.',
    }),
  ),
});
export type PlaybookStep = Static<typeof PlaybookStep>;

export const AutoClose = Type.Object({
  outcomes: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 50,
    description: 'Verdicts with which a case may close. The verdict becomes its outcome.',
  }),
  policy_id: Type.String({
    format: 'uuid',
    maxLength: 36,
    description: 'Only a verdict that this policy gave closes a case.',
  }),
  sample_rate: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the closed cases at which a person looks again.',
  }),
  reason_code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The code of the decision. Default: auto_close.' }),
  ),
});
export type AutoClose = Static<typeof AutoClose>;

const example = {
  steps: [
    {
      name: 'look',
      agent_id: 'alert-review',
      inputs: { text: '${alert.rule}: ${alert.data.note}' },
    },
  ],
  auto_close: null,
};
export const PlaybookContent = Type.Object({
  steps: Type.Array(PlaybookStep, { minItems: 1, maxItems: 20 }),
  auto_close: Nullable(AutoClose),
});
export type PlaybookContent = Static<typeof PlaybookContent>;

export const Playbook = Type.Object({
  id: Uuid,
  name,
  description,
  organization_id: Uuid,
  current_version_id: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Playbook = Static<typeof Playbook>;
export const PlaybookPage = Page(Playbook);
export const PlaybookVersion = Type.Object({
  id: Uuid,
  version_name: versionName,
  content: PlaybookContent,
  base_version_id: Nullable(Uuid),
  is_current: Type.Boolean(),
  created_by: Nullable(Type.Object({ id: Type.Integer(), email: Type.String(), display_name: Type.String() })),
  created_at: Timestamp,
});
export type PlaybookVersion = Static<typeof PlaybookVersion>;
export const PlaybookVersionPage = Page(PlaybookVersion);

const paging = { page: Type.Optional(PageNumber), page_size: Type.Optional(PageSize) };
export const PlaybookListQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of a name or description.' })),
  ordering: Type.Optional(
    Type.Enum(['name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at'], {
      description: 'Default: -created_at.',
    }),
  ),
  ...paging,
});
export const PlaybookBody = Type.Object(
  {
    name,
    description: Type.Optional(Nullable(description)),
    content: PlaybookContent,
    version_name: Type.Optional(versionName),
  },
  { examples: [{ name: 'Payments, first look', content: example }] },
);
export const PlaybookPatch = Type.Object({
  name: Type.Optional(name),
  description: Type.Optional(Nullable(description)),
});
export const PlaybookVersionBody = Type.Object(
  {
    content: PlaybookContent,
    version_name: Type.Optional(versionName),
    base_version_id: Type.Optional(Nullable(GivenId)),
    make_current: Type.Optional(
      Type.Boolean({ description: 'Default: true. With a gate, a new version waits for its rehearsal.' }),
    ),
  },
  { examples: [{ content: example, make_current: false }] },
);
export const PlaybookPromoteBody = Type.Object(
  {
    reason: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    expected_current: Type.Optional(Nullable(GivenId)),
    override_reason: Type.Optional(
      Nullable(Type.String({ maxLength: 1_000, description: 'Why an admin overrides the gate. Only for admins.' })),
    ),
    rehearsal_id: Type.Optional(
      Nullable(Type.String({ format: 'uuid', maxLength: 36, description: 'A finished rehearsal of this version.' })),
    ),
  },
  { description: 'Optional.', examples: [{}] },
);

const gate = {
  min_cases: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Cases that the rehearsal has to decide.' }),
  max_wrong_share: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'Largest share, among the cases that the version would close alone, of those that were decided otherwise.',
  }),
};
export const PlaybookGate = Type.Object({
  min_cases: Nullable(gate.min_cases),
  max_wrong_share: Nullable(gate.max_wrong_share),
  updated_at: Nullable(Timestamp),
});
export const PlaybookGateBody = Type.Object(gate, { examples: [{ min_cases: 20, max_wrong_share: 0.02 }] });

export const runStates = ['running', 'done', 'failed', 'stopped'] as const;
export const PlaybookRunStep = Type.Object({
  name: Type.String(),
  state: Type.Enum(['planned', 'started', 'skipped', 'succeeded', 'failed']),
  job_id: Nullable(Uuid),
  reused: Type.Boolean({ description: 'A rehearsal took the result of an earlier job with the same inputs.' }),
  reason: Nullable(Type.String()),
});
export const PlaybookRun = Type.Object({
  id: Uuid,
  playbook_id: Uuid,
  version_id: Uuid,
  alert_id: Uuid,
  case_id: Uuid,
  state: Type.Enum([...runStates]),
  action: Nullable(
    Type.Enum(['close', 'escalate', 'leave'], {
      description: 'What the steps came to. `close`: as far as this alert goes, the case may close without a person.',
    }),
  ),
  outcome: Nullable(Type.String({ description: 'The verdict, if the action is close.' })),
  reason: Nullable(Type.String()),
  steps: Type.Array(PlaybookRunStep),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type PlaybookRun = Static<typeof PlaybookRun>;
export const PlaybookRunPage = Page(PlaybookRun);
export const PlaybookRunQuery = Type.Object({
  case: Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'Id of a case.' })),
  state: Type.Optional(Type.Enum([...runStates], { description: 'Only runs in this state.' })),
  ...paging,
});

const maxCost = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'Limit in USD. When it is reached, no further job starts, and the open cases are undecidable.',
});
export const PlaybookRehearsalBody = Type.Object(
  {
    version_id: GivenId,
    case_ids: Type.Optional(Type.Array(GivenId, { minItems: 1, maxItems: 1_000 })),
    filter: Type.Optional(
      Type.Object({
        queue: Type.Optional(Type.String({ description: 'Id or name of a queue.' })),
        from: Type.Optional(Type.String({ format: 'date-time', description: 'Only cases closed then or later.' })),
        to: Type.Optional(Type.String({ format: 'date-time', description: 'Only cases closed before.' })),
        outcome: Type.Optional(Type.String({ maxLength: 100 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Default: 100.' })),
      }),
    ),
    max_cost: Type.Optional(Nullable(maxCost)),
  },
  {
    description: 'Use case_ids or a filter. Without them: the latest 100 decided cases.',
    examples: [{ version_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', filter: { limit: 100 }, max_cost: 5 }],
  },
);
const by = Type.Enum(['person', 'playbook']);
export const PlaybookFlip = Type.Object({
  case_id: Uuid,
  number: Type.Integer(),
  kind: Type.Enum(['outcome', 'automatic', 'manual'], {
    description:
      '`outcome`: the version would close it otherwise than it was decided. `automatic`: it would close alone what a person decided alike. `manual`: it would leave to people what a playbook closed.',
  }),
  before: Type.Object({ outcome: Type.String(), by }),
  after: Type.Object({ outcome: Nullable(Type.String()), by, escalated: Type.Boolean() }),
});
export const PlaybookRehearsal = Type.Object({
  id: Uuid,
  playbook_id: Uuid,
  version_id: Uuid,
  status: Type.Enum(['running', 'done', 'cancelled', 'failed']),
  reason: Nullable(Type.String()),
  filter: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'How its cases were chosen. Null: `case_ids` named them, and it passes no gate.',
    }),
  ),
  total: Type.Integer({ description: 'Cases.' }),
  done: Type.Integer(),
  cost: Type.Number({ description: 'USD of the jobs that it started.' }),
  max_cost: Nullable(Type.Number()),
  reused_jobs: Type.Integer({ description: 'Steps whose result came from an earlier job, without cost.' }),
  closed: Type.Integer({ description: 'Cases that the version would close without a person.' }),
  wrong: Type.Integer({ description: 'Of these, cases that were decided otherwise.' }),
  escalated: Type.Integer(),
  left: Type.Integer({ description: 'Cases left to people.' }),
  flips: Type.Array(PlaybookFlip, { description: 'At most 1,000.' }),
  unchanged: Type.Integer(),
  undecidable: Type.Array(Type.Object({ case_id: Uuid, reason: Type.String() })),
  created_by: Nullable(Type.Integer()),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type PlaybookRehearsal = Static<typeof PlaybookRehearsal>;
const { flips: _flips, undecidable: _undecidable, ...summary } = PlaybookRehearsal.properties;
export const PlaybookRehearsalSummary = Type.Object(summary);
export const PlaybookRehearsalPage = Page(PlaybookRehearsalSummary);
export const PlaybookDiff = Type.Object({
  changed: Type.Array(Type.Object({ path: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
    description: 'Steps by name, and auto_close. Null: not there.',
  }),
});
