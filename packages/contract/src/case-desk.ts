import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// The case desk on the wire: queues, alerts, and the cases that they join.

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Payments'] });
export const word = (examples: string[], description?: string) =>
  Type.String({ minLength: 1, maxLength: 100, examples, ...(description && { description }) });

export const caseStates = ['open', 'in_review', 'waiting', 'escalated', 'closed'] as const;
export const casePriorities = ['low', 'normal', 'high', 'urgent'] as const;
export const priority = Type.Enum([...casePriorities]);
const state = Type.Enum([...caseStates], {
  description:
    '`open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not. `closed`: decided or merged.',
});

export const CaseCalendar = Type.Object(
  {
    time_zone: Type.String({ minLength: 1, maxLength: 60, examples: ['Europe/Berlin'] }),
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: 'Working days, 1 for Monday to 7 for Sunday. Default: Monday to Friday.',
      }),
    ),
    from: Type.Optional(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        description: 'Local time. Default: 00:00.',
        examples: ['09:00'],
      }),
    ),
    to: Type.Optional(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$',
        description: 'Local time. Default: 24:00.',
        examples: ['17:00'],
      }),
    ),
    holidays: Type.Optional(Type.Array(Type.String({ format: 'date', examples: ['2026-12-25'] }), { maxItems: 1_000 })),
  },
  { description: 'Only time within working hours of working days counts. A whole working day is 24 hours.' },
);
export type CaseCalendar = Static<typeof CaseCalendar>;

export const CaseQueueClock = Type.Object({
  name: word(['Report']),
  from: Type.Enum(['alert', 'detection', 'opened'], {
    description: 'When it starts: the alert arrived, the rule detected it, the case was opened.',
  }),
  hours: Type.Number({ exclusiveMinimum: 0, maximum: 87_600 }),
  calendar: Type.Optional(Nullable(CaseCalendar)),
});
export type CaseQueueClock = Static<typeof CaseQueueClock>;

const joinRule = Type.Object(
  {
    by: Type.Array(word(['account']), { maxItems: 20, description: 'Kinds of identifiers. Empty: alerts never join.' }),
    within_days: Type.Integer({ minimum: 1, maximum: 3_650 }),
  },
  { description: 'An alert joins the open case of the queue that shares one of these identifiers.' },
);
const queue = {
  name,
  join_rule: joinRule,
  clocks: Type.Array(CaseQueueClock, { maxItems: 10 }),
  reason_codes: Type.Array(word(['no_suspicion']), {
    maxItems: 200,
    description: 'The codes that a decision may have. Empty: any.',
  }),
  four_eyes: Type.Object({
    outcomes: Type.Array(word(['report']), { maxItems: 50, description: 'Outcomes that a second person approves.' }),
  }),
  playbook_id: Nullable(
    Type.String({ format: 'uuid', maxLength: 36, description: 'The playbook that runs on each alert. Null: none.' }),
  ),
  retention_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'Days after which a closed case is removed, unless it is held. Null: for ever.',
    }),
  ),
};
export const CaseQueue = Type.Object({ id: Uuid, ...queue, created_at: Timestamp, updated_at: Timestamp });
export type CaseQueue = Static<typeof CaseQueue>;
export const CaseQueuePage = Page(CaseQueue);
const settings = {
  join_rule: Type.Optional(queue.join_rule),
  clocks: Type.Optional(queue.clocks),
  reason_codes: Type.Optional(queue.reason_codes),
  four_eyes: Type.Optional(queue.four_eyes),
  playbook_id: Type.Optional(queue.playbook_id),
  retention_days: Type.Optional(queue.retention_days),
};
const queueExample = {
  name: 'Payments',
  join_rule: { by: ['account'], within_days: 30 },
  clocks: [{ name: 'Report', from: 'detection', hours: 72, calendar: { time_zone: 'Europe/Berlin' } }],
  reason_codes: ['no_suspicion', 'structuring'],
  four_eyes: { outcomes: ['report'] },
};
export const CaseQueueBody = Type.Object({ name, ...settings }, { examples: [queueExample] });
export const CaseQueuePatch = Type.Object(
  { name: Type.Optional(name), ...settings },
  { examples: [{ reason_codes: queueExample.reason_codes }] },
);

const subjectKind = Type.Enum(['person', 'company', 'merchant', 'account']);
const subjectName = Type.String({ minLength: 1, maxLength: 500, examples: ['Jane Roe'] });
const identifiers = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  maxProperties: 50,
  description:
    'Identifiers by their kind, a word of at most 100 characters. Blanks, signs and case make no difference when they are compared.',
  examples: [{ account: 'DE02 1203 0000 0000 2020 51' }],
});
const alertSubject = Type.Object({ kind: subjectKind, name: subjectName, identifiers });
export const CaseSubject = Type.Object({
  kind: subjectKind,
  name: subjectName,
  identifiers,
  aliases: Type.Array(Type.String(), { description: 'Other names in its alerts.' }),
});
export type CaseSubject = Static<typeof CaseSubject>;

const alert = {
  external_id: Type.String({ minLength: 1, maxLength: 255, examples: ['tm-2026-000381'] }),
  rule: Type.String({ minLength: 1, maxLength: 255, examples: ['many small transfers'] }),
  detected_at: Timestamp,
};
const given = {
  amount: Type.Number({ minimum: -1e15, maximum: 1e15, examples: [9_900] }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Three capital letters.', examples: ['EUR'] }),
  window: JsonObject,
  data: JsonObject,
};
export const CaseAlertBody = Type.Object(
  {
    queue: Type.String({ minLength: 1, maxLength: 255, description: 'Id or name of the queue.' }),
    ...alert,
    subject: alertSubject,
    amount: Type.Optional(Nullable(given.amount)),
    currency: Type.Optional(Nullable(given.currency)),
    window: Type.Optional(Nullable(given.window)),
    data: Type.Optional(given.data),
    priority: Type.Optional(priority),
  },
  {
    examples: [
      {
        queue: 'Payments',
        external_id: 'tm-2026-000381',
        subject: { kind: 'person', name: 'Jane Roe', identifiers: { account: 'DE02 1203 0000 0000 2020 51' } },
        rule: 'many small transfers',
        amount: 9_900,
        currency: 'EUR',
        detected_at: '2026-03-27T10:00:00Z',
        data: { transfers: 12 },
      },
    ],
  },
);
export const CaseAlert = Type.Object({
  id: Uuid,
  queue_id: Uuid,
  case_id: Nullable(
    Type.String({ format: 'uuid', description: 'Null if the case is restricted to others, who see the alert.' }),
  ),
  ...alert,
  subject: alertSubject,
  amount: Nullable(given.amount),
  currency: Nullable(given.currency),
  window: Nullable(given.window),
  data: given.data,
  priority,
  created_at: Timestamp,
});
export type CaseAlert = Static<typeof CaseAlert>;
export const CaseAlertPage = Type.Object({
  ...Page(CaseAlert).properties,
  count_is_complete: Type.Boolean({
    description:
      'False if more than 10,000 alerts match `q`: `count` is then 10,000, and `next` leads to the others all the same.',
  }),
});
const paging = { page: Type.Optional(PageNumber), page_size: Type.Optional(PageSize) };
export const CaseAlertQuery = Type.Object({
  queue: Type.Optional(Type.String({ description: 'Id or name of a queue.' })),
  case: Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'Id of a case.' })),
  q: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'A query such as `rule:"round sums" amount:>9000 state:open since:7d`.',
      examples: ['amount:>9000 since:7d'],
    }),
  ),
  ...paging,
});

export const CaseClock = Type.Object({
  name: Type.String(),
  due_at: Timestamp,
  paused: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'Why it is paused.' })),
  stopped: Type.Boolean({ description: 'The case is closed.' }),
});
const person = Nullable(Type.Object({ user_id: Type.Integer(), email: Type.String() }));
const summary = {
  id: Uuid,
  number: Type.Integer({ description: 'Counts the cases of the organization.' }),
  queue_id: Uuid,
  subject: CaseSubject,
  state,
  outcome: Nullable(Type.String()),
  reason_code: Nullable(Type.String()),
  priority,
  assignee: person,
  clocks: Type.Array(CaseClock),
  alert_count: Type.Integer(),
  restricted: Type.Boolean({ description: 'Only named people see the case.' }),
  merged_into_case_id: Nullable(Uuid),
  created_at: Timestamp,
  updated_at: Timestamp,
  closed_at: Nullable(Timestamp),
};
export const CaseSummary = Type.Object(summary);
export type CaseSummary = Static<typeof CaseSummary>;
export const CaseSummaryPage = Page(CaseSummary);
export const CaseListQuery = Type.Object({
  queue: Type.Optional(Type.String({ description: 'Id or name of a queue.' })),
  state: Type.Optional(state),
  assignee: Type.Optional(Type.String({ description: 'Id of a user, `me` or `none`.', examples: ['me'] })),
  due: Type.Optional(
    Type.String({
      description: '`overdue`, or a time: cases with a clock that is due by then.',
      examples: ['overdue'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'A query such as `state:open,escalated assignee:none priority:urgent due:<24h roe`.',
      examples: ['state:open due:<24h'],
    }),
  ),
  ordering: Type.Optional(
    Type.Enum(['number', '-number', 'due', '-due', 'priority', '-priority', 'updated', '-updated'], {
      description: 'Default: -number.',
    }),
  ),
  ...paging,
});

export const decision = {
  outcome: word(['no_report']),
  reason_code: word(['no_suspicion']),
  narrative: Type.String({ maxLength: 100_000, examples: ['The transfers pay a wage.'] }),
};
export const CaseProposal = Type.Object({
  ...decision,
  proposed_by: Actor,
  proposed_at: Timestamp,
  alert_count: Nullable(Type.Integer({ description: 'The alerts that the case had then.' })),
});
export const CaseDecision = Type.Object({
  case_id: Uuid,
  case_number: Type.Integer(),
  ...decision,
  proposed_by: Actor,
  decided_by: Actor,
  decided_at: Timestamp,
  automatic: Nullable(
    Type.Object(
      { playbook_id: Uuid, version_id: Uuid, step: Type.String(), job_id: Uuid, policy_version_id: Uuid },
      { description: 'What a playbook decided by the right of a policy. Null: people decided.' },
    ),
  ),
});
export type CaseDecision = Static<typeof CaseDecision>;
export const CaseNote = Type.Object({ id: Uuid, text: Type.String(), author: Actor, created_at: Timestamp });
export const CaseTask = Type.Object({
  id: Uuid,
  title: Type.String(),
  due_at: Nullable(Timestamp),
  assignee: person,
  done_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type CaseTask = Static<typeof CaseTask>;
export const CaseDocument = Type.Object({
  id: Uuid,
  name: Type.String(),
  content_type: Type.String(),
  size: Type.Integer({ description: 'Bytes.' }),
  sha256: Type.String(),
  description: Type.String(),
  added_by: Actor,
  created_at: Timestamp,
});
export type CaseDocument = Static<typeof CaseDocument>;
export const CaseJob = Type.Object({
  job_id: Uuid,
  alert_id: Nullable(Uuid),
  step: Nullable(Type.String({ description: 'The step of the playbook.' })),
  created_at: Timestamp,
});
export const RelatedCase = Type.Object({
  id: Uuid,
  number: Type.Integer(),
  queue_id: Uuid,
  subject_name: Type.String(),
  state,
  outcome: Nullable(Type.String()),
  shared: Type.Array(Type.Object({ kind: Type.String(), value: Type.String() }), {
    description: 'The identifiers that both cases have, as they are compared.',
  }),
});
export const Case = Type.Object({
  ...summary,
  narrative: Nullable(Type.String()),
  proposed_decision: Nullable(CaseProposal),
  alerts: Type.Array(CaseAlert, { description: 'The last 100, newest first. `/v1/case-alerts/?case=` lists all.' }),
  jobs: Type.Array(CaseJob, { description: 'Jobs that playbooks started, the first one first.' }),
  tasks: Type.Array(CaseTask),
  notes: Type.Array(CaseNote),
  documents: Type.Array(CaseDocument, { description: 'Files that people added, the first one first.' }),
  related: Type.Array(RelatedCase, {
    description: 'Other cases that share an identifier of any kind. At most 50, the latest first.',
  }),
  related_count: Type.Integer({ description: 'How many there are.' }),
  earlier_decisions: Type.Array(CaseDecision, {
    description:
      'Decisions about the same subject, here and in other cases that share an identifier by which the queue joins alerts: evidence, not truth. At most 50.',
  }),
  earlier_decision_count: Type.Integer({ description: 'How many there are.' }),
  merged_case_ids: Type.Array(Uuid, { description: 'Cases that were merged into this one.' }),
  restricted_to: Type.Array(Type.Integer(), { description: 'Ids of the users who see it. Empty: everybody.' }),
});
export type Case = Static<typeof Case>;

export const CaseEvent = Type.Object({
  id: Uuid,
  case_id: Uuid,
  at: Timestamp,
  kind: Type.String({ examples: ['decided'] }),
  actor: Actor,
  detail: JsonObject,
});
export type CaseEvent = Static<typeof CaseEvent>;
export const CaseEventPage = Page(CaseEvent);
