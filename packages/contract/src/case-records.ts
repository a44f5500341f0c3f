import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { CaseDecision } from './case-desk.ts';
import { GivenId, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// What stays of a case, on the wire: its report with citations, second looks, and the figures of a desk.

const paging = { page: Type.Optional(PageNumber), page_size: Type.Optional(PageSize) };

export const citationKinds = ['alert', 'job', 'note', 'document', 'decision', 'event'] as const;
const citation = {
  kind: Type.Enum([...citationKinds]),
  id: Type.String({ format: 'uuid', maxLength: 36, description: 'Of the alert, job, note, document, case or event.' }),
  quote: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2_000,
        description:
          'Words that have to be in it, however they are spaced. Not for a document, whose content is not compared.',
      }),
    ),
  ),
};
export const ReportCitation = Type.Object(citation);
export type ReportCitation = Static<typeof ReportCitation>;
const text = Type.String({ minLength: 1, maxLength: 10_000, examples: ['On 3 March, twelve transfers arrived.'] });
const given = { text, citations: Type.Array(ReportCitation, { maxItems: 20 }) };
export const ReportSentence = Type.Object({
  ...given,
  supported: Type.Boolean({ description: 'At least one citation, and all of them open and hold their quotes.' }),
  status: Type.Enum(['quoted', 'cited', 'unsupported'], {
    description:
      'What was checked. `quoted`: at least one quote, the cited texts hold all of them, and the sentence has neither other numbers nor the opposite. `cited`: the case has what is cited, but no words of it are quoted, so nothing was compared. `unsupported`: see problem.',
  }),
  problem: Nullable(Type.String({ description: 'Why it is not supported.' })),
});
export type ReportSentence = Static<typeof ReportSentence>;
const section = {
  key: Type.String({ minLength: 1, maxLength: 60 }),
  title: Type.String({ minLength: 1, maxLength: 255 }),
};
export const ReportSection = Type.Object({ ...section, sentences: Type.Array(ReportSentence) });
export const CaseReport = Type.Object({
  case_id: Uuid,
  template: Type.String(),
  sections: Type.Array(ReportSection),
  unsupported: Type.Integer({ description: 'Sentences without support.' }),
  unquoted: Type.Integer({ description: 'Sentences that only cite a source: status cited.' }),
  revision: Type.Integer({ description: 'Rises with each change. 0: nothing is stored yet.' }),
  updated_by: Nullable(Actor),
  updated_at: Nullable(Timestamp),
});
export type CaseReport = Static<typeof CaseReport>;
export const CaseReportQuery = Type.Object({
  template: Type.Optional(
    Type.String({ maxLength: 255, description: 'For a case without a report: what a draft from this template says.' }),
  ),
});
export const CaseReportBody = Type.Object(
  {
    template: Type.String({ minLength: 1, maxLength: 255 }),
    sections: Type.Array(Type.Object({ ...section, sentences: Type.Array(Type.Object(given), { maxItems: 500 }) }), {
      minItems: 1,
      maxItems: 30,
    }),
    revision: Type.Integer({ minimum: 0, description: 'The one that you changed. Another one is a 409.' }),
  },
  {
    examples: [
      {
        template: 'no_report',
        sections: [
          { key: 'why', title: 'Why no report', sentences: [{ text: 'The transfers pay a wage.', citations: [] }] },
        ],
        revision: 0,
      },
    ],
  },
);
export const ReportTemplate = Type.Object({
  name: Type.String(),
  built_in: Type.Boolean(),
  sections: Type.Array(Type.Object({ ...section, hint: Type.String({ maxLength: 2_000 }) })),
});
export const ReportTemplates = Type.Object({ results: Type.Array(ReportTemplate) });
export const ReportTemplateBody = Type.Object(
  {
    sections: Type.Array(Type.Object({ ...section, hint: Type.Optional(Type.String({ maxLength: 2_000 })) }), {
      minItems: 1,
      maxItems: 30,
    }),
  },
  { examples: [{ sections: [{ key: 'facts', title: 'Facts', hint: 'What happened, and when.' }] }] },
);

export const CaseHold = Type.Object({ reason: Type.String(), placed_by: Actor, placed_at: Timestamp });
export const LiftBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 2_000 }) },
  { examples: [{ reason: 'Both analysts have left.' }] },
);
export const Lifted = Type.Object({ case_ids: Type.Array(Uuid) });

export const CaseCheck = Type.Object({
  id: Uuid,
  case_id: Uuid,
  case_number: Type.Integer(),
  queue_id: Uuid,
  source: Type.Enum(['auto_close', 'sample', 'person'], {
    description: '`auto_close`: drawn when a playbook closed it. `sample`: drawn by somebody. `person`: asked for.',
  }),
  outcome: Type.String(),
  reason_code: Type.String(),
  decided_by: Actor,
  automatic: CaseDecision.properties.automatic,
  agrees: Nullable(Type.Boolean({ description: 'Null: nobody has looked yet.' })),
  right_outcome: Nullable(Type.String()),
  comment: Nullable(Type.String()),
  checked_by: Nullable(Actor),
  created_at: Timestamp,
  checked_at: Nullable(Timestamp),
});
export type CaseCheck = Static<typeof CaseCheck>;
export const CaseCheckPage = Page(CaseCheck);
export const CaseCheckQuery = Type.Object({
  open: Type.Optional(Type.Boolean({ description: 'Only those that wait, or only those that are done.' })),
  case: Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'Id of a case.' })),
  ...paging,
});
export const CaseCheckBody = Type.Object({ case_id: GivenId }, { description: 'A decided case.' });
export const CaseSampleBody = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 100 }),
    queue: Type.Optional(Type.String({ description: 'Id or name of a queue.' })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Only decided then or later.' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Only decided before.' })),
  },
  { examples: [{ count: 5 }] },
);
export const CaseSampled = Type.Object({ drawn: Type.Integer(), results: Type.Array(CaseCheck) });
export const CaseCheckDecision = Type.Object(
  {
    agrees: Type.Boolean(),
    right_outcome: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    comment: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
  },
  { examples: [{ agrees: true }] },
);

const Agreement = {
  checked: Type.Integer(),
  agreed: Type.Integer(),
  agreement: Nullable(Type.Number({ description: 'Share of second looks that agree.' })),
};
const interval = Nullable(Type.Object({ low: Type.Number(), high: Type.Number() }, { description: '95 %, Wilson.' }));
export const CaseFigures = Type.Object({
  from: Timestamp,
  to: Timestamp,
  opened: Type.Integer(),
  closed: Type.Integer({ description: 'Decisions. A case that was decided twice counts twice.' }),
  median_hours: Nullable(Type.Number({ description: 'From the opening of a case to its decision.' })),
  auto_closed: Type.Integer(),
  auto_closed_share: Nullable(Type.Number()),
  auto_closed_error: Type.Object(
    { checked: Type.Integer(), wrong: Type.Integer(), rate: Nullable(Type.Number()), interval },
    { description: 'From second looks at cases that a playbook closed.' },
  ),
  ageing: Type.Array(Type.Object({ days: Type.String(), cases: Type.Integer(), overdue: Type.Integer() }), {
    description: 'Open cases by age, now.',
  }),
  load: Type.Array(
    Type.Object({
      user_id: Nullable(Type.Integer()),
      email: Nullable(Type.String()),
      open: Type.Integer(),
      overdue: Type.Integer(),
      decided: Type.Integer({ description: 'In the period.' }),
    }),
    { description: 'Cases by person; the one without a user are cases that nobody has.' },
  ),
  by_analyst: Type.Array(Type.Object({ user_id: Nullable(Type.Integer()), name: Type.String(), ...Agreement })),
  by_agent: Type.Array(Type.Object({ agent_id: Uuid, name: Type.String(), ...Agreement })),
  by_rule: Type.Array(Type.Object({ rule: Type.String(), ...Agreement })),
});
export type CaseFigures = Static<typeof CaseFigures>;
export const CaseFiguresQuery = Type.Object({
  queue: Type.Optional(Type.String({ description: 'Id or name of a queue.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Default: 30 days ago.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'The end of the period. Default: now.' })),
});
