import { type Static, Type } from 'typebox';
import { answeringRoles } from './roles.ts';

// Which results of a version people must approve before they are released.

const approvalWhen = Type.Enum(['always', 'needs_review', 'verdict'], {
  description: 'Which results need approval: all, those that need a review, or those with one of `verdicts`.',
});
const approvalVerdicts = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 1, maxItems: 100 }),
);
const dueHours = Type.Optional(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 87_600,
    description: 'Hours until the approval is due. Fractions are allowed.',
  }),
);
const approvalRole = Type.Enum([...answeringRoles], { description: 'Minimum role that may approve.' });
const approvalTimeout = Type.Enum(['fail', 'release'], {
  description: 'What happens when the approval is overdue: the job fails, or its result is released.',
});
const approvals = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10, description: 'How many different people must approve. Default 1.' }),
);
const forbidRequester = Type.Boolean({
  description: 'If true, only people who are signed in as themselves may approve, and nobody who caused the job.',
});

export const Approval = Type.Object({
  when: approvalWhen,
  verdicts: approvalVerdicts,
  role: approvalRole,
  forbid_requester: forbidRequester,
  approvals,
  due_hours: dueHours,
  on_timeout: approvalTimeout,
});
export type Approval = Static<typeof Approval>;

export const ApprovalBody = Type.Object(
  {
    when: approvalWhen,
    verdicts: approvalVerdicts,
    role: Type.Optional(approvalRole),
    forbid_requester: Type.Optional(forbidRequester),
    approvals,
    due_hours: dueHours,
    on_timeout: Type.Optional(approvalTimeout),
  },
  {
    additionalProperties: false,
    examples: [{ when: 'always', role: 'admin', forbid_requester: true, on_timeout: 'fail' }],
  },
);
