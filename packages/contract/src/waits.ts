import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { roles } from './roles.ts';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Waits of jobs on the wire.

export const waitKinds = ['approval', 'question', 'event', 'timer'] as const;
export type WaitKind = (typeof waitKinds)[number];
export const waitStatuses = ['open', 'answered', 'timed_out', 'cancelled'] as const;
export type WaitStatus = (typeof waitStatuses)[number];

export const Wait = Type.Object({
  id: Uuid,
  job_id: Uuid,
  agent_id: Uuid,
  agent_name: Type.String(),
  about: Type.String({
    description: 'One line: the first input of the job, or the name of its file.',
    examples: ['Refund for order 1042'],
  }),
  summary: Type.String({
    description: 'One line of `body`: the first values of a result to approve, or the beginning of the question.',
    examples: ['amount: 250, currency: EUR'],
  }),
  kind: Type.Enum([...waitKinds]),
  title: Type.String({ examples: ['Refund 250 EUR?'] }),
  body: Type.String({ description: 'Markdown.' }),
  event: Nullable(Type.String({ description: 'For kind `event`: name of the event.' })),
  options: Nullable(Type.Array(Type.String(), { description: 'The possible answers.' })),
  answer_schema: Nullable(Type.Unknown({ description: 'JSON schema that the answer must match.' })),
  evidence: Type.Array(Type.String(), { description: 'URLs of references and keys of artifacts.' }),
  requested_by: Nullable(Type.String({ description: 'E-mail of the user who started the job.' })),
  actor: Actor,
  assignee_role: Nullable(Type.Enum([...roles], { description: 'Minimum role that may answer.' })),
  assignee_user: Nullable(Type.Integer({ description: 'Only this user may answer.' })),
  forbid_requester: Type.Boolean({
    description:
      'If true, only people who are signed in as themselves may answer, and nobody in the chain of `actor`: who started the job, changed its inputs or pressed run.',
  }),
  approvals_needed: Type.Integer({
    description: 'How many different people must give the first option. Any other option ends the wait at once.',
  }),
  approvals: Type.Array(Type.Object({ by: Type.String(), comment: Nullable(Type.String()), at: Timestamp }), {
    description: 'Who has given it so far, where more than one is needed.',
  }),
  due_at: Nullable(Timestamp),
  on_timeout: Type.String({
    description:
      'What happens when the wait is overdue: `fail`, `continue` (without an answer), or the option to use as the answer.',
    examples: ['fail'],
  }),
  status: Type.Enum([...waitStatuses]),
  answer: Type.Unknown({ description: 'Null until answered.' }),
  comment: Nullable(Type.String()),
  answered_by: Nullable(Type.String({ description: 'E-mail of the user, or the name of the API key.' })),
  answered_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type Wait = Static<typeof Wait>;
export const WaitPage = Page(Wait);

export const WaitListQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  status: Type.Optional(Type.Enum([...waitStatuses], { description: 'Only waits in this state.' })),
  kind: Type.Optional(Type.Enum([...waitKinds], { description: 'Only waits of this kind.' })),
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only waits of jobs of this agent.' })),
  job_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only waits of this job.' })),
  mine: Type.Optional(Type.Boolean({ description: 'If true, only waits that you may answer.' })),
});

export const ANSWER_COMMENT_CHARACTERS_MAX = 20_000;

export const WaitAnswerBody = Type.Object(
  {
    answer: Type.Unknown({ description: 'One of `options`, or what `answer_schema` describes.' }),
    comment: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: ANSWER_COMMENT_CHARACTERS_MAX }),
    ),
  },
  { examples: [{ answer: 'approve', comment: 'Checked against the contract.' }] },
);

export const WaitLinkBody = Type.Object(
  {
    expires_in_seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 2_592_000, default: 86_400, description: 'At most 30 days.' }),
    ),
  },
  { examples: [{ expires_in_seconds: 86_400 }] },
);
export const WaitLink = Type.Object({ url: Type.String({ format: 'uri' }), expires_at: Timestamp });

export const EventBody = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The data of the event. It becomes the answer of the wait.',
  examples: [{ paid: true }],
});
export const EventTaken = Type.Object({
  id: Uuid,
  wait_id: Nullable(
    Type.String({
      format: 'uuid',
      description: 'The wait that the event answers. Null: the event is stored for a later wait.',
    }),
  ),
});

/** The request headers of an event. */
export const EventSendHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(Type.String({ description: 'An event with the same key is accepted only once.' })),
});
