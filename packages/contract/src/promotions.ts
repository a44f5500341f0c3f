import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { Nullable, Page, PageQuery, Timestamp, Uuid } from './values.ts';

// Versions that a second person has to approve before they become current.

export const Promotion = Type.Object({
  id: Uuid,
  agent_id: Nullable(Uuid),
  policy_id: Nullable(Uuid),
  name: Type.String({ description: 'Name of the agent or policy.' }),
  version_id: Uuid,
  version_name: Type.String(),
  from_version_id: Nullable(
    Type.String({ format: 'uuid', description: 'The version that was current when this one was proposed.' }),
  ),
  state: Type.Enum(['proposed', 'approved', 'rejected', 'obsolete'], {
    description:
      '`obsolete`: another version became current, the version was deleted, or the gate no longer asks for a second person.',
  }),
  reason: Nullable(Type.String()),
  override_reason: Nullable(Type.String({ description: 'Why the proposer overrides the gate.' })),
  rehearsal_id: Nullable(Uuid),
  actor: Actor,
  proposed_at: Timestamp,
  decided_by: Nullable(Actor),
  decided_at: Nullable(Timestamp),
  comment: Nullable(Type.String({ description: 'Of who approved or rejected it.' })),
});
export type Promotion = Static<typeof Promotion>;
export const PromotionPage = Page(Promotion);

export const PromotionListQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(
    Type.Enum(['proposed', 'approved', 'rejected', 'obsolete'], { description: 'Only promotions in this state.' }),
  ),
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only promotions of this agent.' })),
  policy_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only promotions of this policy.' })),
});

export const PromotionApproveBody = Type.Object(
  { comment: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))) },
  { description: 'Optional.', examples: [{ comment: 'Looked at the changed cases.' }] },
);
export const PromotionRejectBody = Type.Object(
  { comment: Type.String({ minLength: 1, maxLength: 1_000 }) },
  { examples: [{ comment: 'Wrong for invoices without a number.' }] },
);
