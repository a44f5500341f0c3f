import { type TProperties, Type } from 'typebox';
import { decision, priority, word } from './case-desk.ts';
import { GivenId, Nullable, Timestamp } from './values.ts';

// What people do with a case, on the wire: the bodies of its actions.

const text = (examples: string[]) => Type.String({ minLength: 1, maxLength: 20_000, examples });
const reason = Type.String({ minLength: 1, maxLength: 2_000, examples: ['The customer was asked for documents.'] });
const userId = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'A member of the organization.' });

const body = <T extends TProperties>(members: T, example: object) => Type.Object(members, { examples: [example] });
export const CaseAssignBody = body(
  {
    user_id: Nullable(userId),
    expected_user_id: Type.Optional(
      Nullable(Type.Integer({ description: '409 if somebody else has the case by now. Null: 409 if anybody has it.' })),
    ),
  },
  { user_id: null },
);
export const CasePriorityBody = body({ priority, reason }, { priority: 'high', reason: 'Money is about to leave.' });
export const CaseNoteBody = body({ text: text(['The employer confirms the wage.']) }, { text: 'A wage.' });
export const CaseTaskBody = body(
  {
    title: Type.String({ minLength: 1, maxLength: 500, examples: ['Ask for the invoice'] }),
    due_at: Type.Optional(Nullable(Timestamp)),
    assignee: Type.Optional(Nullable(userId)),
  },
  { title: 'Ask for the invoice' },
);
export const CaseTaskPatch = body({ done: Type.Boolean() }, { done: true });
export const CasePauseBody = body(
  { name: word(['Report']), reason, paused: Type.Boolean() },
  { name: 'Report', reason: 'The customer was asked.', paused: true },
);
const expectedAlerts = Type.Optional(
  Nullable(
    Type.Integer({ minimum: 0, description: 'The alert_count that you saw. If the case has another one: 409.' }),
  ),
);
export const CaseDecideBody = body(
  {
    outcome: decision.outcome,
    reason_code: decision.reason_code,
    narrative: decision.narrative,
    expected_alert_count: expectedAlerts,
  },
  { outcome: 'no_report', reason_code: 'no_suspicion', narrative: 'The transfers pay a wage.' },
);
export const CaseApproveBody = body(
  { comment: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))), expected_alert_count: expectedAlerts },
  { comment: 'Agreed.' },
);
export const CaseRejectBody = body({ comment: text(['The invoice is missing.']) }, { comment: 'Not yet.' });
export const CaseMergeBody = body(
  { into_case_id: GivenId, reason },
  {
    into_case_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
    reason: 'The same customer.',
  },
);
export const CaseSplitBody = body(
  { alert_ids: Type.Array(GivenId, { minItems: 1, maxItems: 1_000 }), reason },
  {
    alert_ids: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'],
    reason: 'Another customer.',
  },
);
export const CaseRestrictBody = body(
  { user_ids: Type.Array(userId, { maxItems: 200, description: 'Empty lifts the restriction.' }) },
  { user_ids: [] },
);
export const CaseReopenBody = body({ reason }, { reason: 'A new document.' });
export const CaseDocumentForm = Type.Object({
  file: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', description: 'The file.' }),
  description: Type.Optional(Type.String({ maxLength: 2_000, description: 'What it is.' })),
});
