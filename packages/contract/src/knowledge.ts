import { type Static, Type } from 'typebox';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Knowledge bases on the wire: the typologies of fraud and money laundering that matter to one company. Drafts and
// lenses are in camelCase, as published clients expect.

export const relevances = ['core', 'watch', 'edge'] as const;
const text255 = (example: string) => Type.String({ minLength: 1, maxLength: 255, examples: [example] });
const Rationale = Type.String({ maxLength: 2_000, examples: ['Payouts to new accounts within minutes.'] });

export const KnowledgeRef = Type.Object({
  typologyId: Type.String({ examples: ['money-mule'] }),
  typologyName: Type.String({ examples: ['Money mules'] }),
  relevance: Type.Enum([...relevances]),
  rationale: Rationale,
  tacticIds: Nullable(Type.Array(Type.String(), { description: 'Null: all tactics of the typology.' })),
  tacticNames: Nullable(Type.Array(Type.String())),
});
export type KnowledgeRef = Static<typeof KnowledgeRef>;

const KnowledgeRefBody = Type.Object({
  typologyId: Type.String({ minLength: 1, maxLength: 100, examples: ['money-mule'] }),
  typologyName: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  relevance: Type.Optional(Type.Enum([...relevances], { default: 'watch' })),
  rationale: Type.Optional(Nullable(Rationale)),
  tacticIds: Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }))),
  tacticNames: Type.Optional(Nullable(Type.Array(Type.String(), { maxItems: 100 }))),
});
export type KnowledgeRefBody = Static<typeof KnowledgeRefBody>;
const Refs = Type.Array(KnowledgeRefBody, { maxItems: 500 });

export const Tactic = Type.Object({
  id: Type.String({ examples: ['money-mule.pass-through-within-hours'] }),
  name: Type.String(),
  description: Type.String(),
  indicators: Type.Array(Type.String()),
  questions: Type.Array(Type.String()),
});
export const Typology = Type.Object({
  id: Type.String({ examples: ['money-mule'] }),
  name: Type.String({ examples: ['Money mules'] }),
  category: Type.String({ examples: ['Layering'] }),
  description: Type.String(),
  tactics: Type.Array(Tactic),
});
export type Typology = Static<typeof Typology>;

export const KnowledgeLens = Type.Object({
  id: Uuid,
  name: Type.String(),
  company: Type.String(),
  productName: Nullable(Type.String()),
  productSummary: Type.String(),
  mcpEnabled: Type.Boolean(),
  public: Type.Boolean({ description: 'Always false: this server shares nothing between organizations.' }),
  refs: Type.Array(KnowledgeRef),
  typologies: Type.Array(Typology, { description: 'The selected typologies with their selected tactics.' }),
  updatedAt: Timestamp,
});
export type KnowledgeLens = Static<typeof KnowledgeLens>;

const base = {
  id: Uuid,
  organization_id: Uuid,
  name: Type.String({ maxLength: 255, examples: ['Payouts of a marketplace'] }),
  company: Type.String({ maxLength: 255, examples: ['Acme Pay'] }),
  status: Type.Enum(['drafting', 'active', 'orphaned']),
  atlas_draft_id: Nullable(Type.String()),
  atlas_lens_id: Nullable(Type.String()),
  mcp_url: Type.String({ description: 'If true, clients of the Model Context Protocol can read the knowledge base.' }),
  lens_snapshot: Nullable(KnowledgeLens),
  last_synced_at: Nullable(Timestamp),
  sync_error: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const KnowledgeBase = Type.Object(base);
export type KnowledgeBase = Static<typeof KnowledgeBase>;
export const KnowledgeBasePage = Page(KnowledgeBase);
export const KnowledgeBaseCreated = Type.Object({
  ...base,
  brief: Type.String(),
  product_name: Nullable(Type.String()),
  website_url: Nullable(Type.String()),
});
export type KnowledgeBaseCreated = Static<typeof KnowledgeBaseCreated>;

const Proposal = Type.Object({
  refs: Type.Array(KnowledgeRef),
  baseSelection: Type.Array(KnowledgeRef),
  feedback: Nullable(Type.String()),
  suggestedName: Type.String(),
  productSummary: Type.String(),
  createdAt: Timestamp,
});
export type KnowledgeProposal = Static<typeof Proposal>;
export const KnowledgeDraft = Type.Object({
  id: Uuid,
  status: Type.Enum(['generating', 'ready', 'error']),
  error: Nullable(Type.String()),
  company: Type.String(),
  productName: Nullable(Type.String()),
  suggestedName: Type.String(),
  productSummary: Type.String(),
  iterationCount: Type.Integer(),
  refs: Type.Array(KnowledgeRef),
  pendingProposal: Nullable(Proposal),
  proposedBy: Nullable(
    Type.String({
      description: 'The model that made the proposal. `baseline` compares texts by similarity.',
      examples: ['baseline'],
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Nullable(Timestamp),
});
export type KnowledgeDraft = Static<typeof KnowledgeDraft>;

export const KnowledgeBaseCreateBody = Type.Object(
  {
    company: text255('Acme Pay'),
    brief: Type.String({ minLength: 10, maxLength: 20_000 }),
    name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    product_name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    website_url: Type.Optional(
      Nullable(Type.String({ maxLength: 2_000, description: 'Stored for reference. The service does not fetch it.' })),
    ),
    organization_id: Type.Optional(Uuid),
  },
  {
    examples: [
      {
        company: 'Acme Pay',
        brief: 'Marketplace payouts: sellers open accounts online and are paid out to bank accounts within minutes.',
      },
    ],
  },
);
export type KnowledgeBaseCreateBody = Static<typeof KnowledgeBaseCreateBody>;

export const KnowledgeSelectionBody = Type.Object(
  { refs: Type.Optional(Refs), suggested_name: Type.Optional(Type.String({ maxLength: 255 })) },
  { examples: [{ refs: [{ typologyId: 'money-mule', relevance: 'core' }] }] },
);
export type KnowledgeSelectionBody = Static<typeof KnowledgeSelectionBody>;

export const KnowledgeFeedbackBody = Type.Object(
  { feedback: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))) },
  { examples: [{ feedback: 'We hold no cash; more about stolen accounts.' }] },
);
export const KnowledgeResolveBody = Type.Object(
  {
    refs: Type.Optional(Nullable(Refs)),
    suggested_name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    accept_summary: Type.Optional(Type.Boolean({ default: false })),
    discard: Type.Optional(Type.Boolean({ default: false })),
  },
  { examples: [{ accept_summary: true }] },
);
export type KnowledgeResolveBody = Static<typeof KnowledgeResolveBody>;
export const KnowledgeFinalizeBody = Type.Object(
  {
    name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    mcp_enabled: Type.Optional(Type.Boolean({ default: true })),
    public: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Ignored. The lens in the response always has `public: false`.',
      }),
    ),
  },
  { examples: [{ name: 'Payouts' }] },
);
export type KnowledgeFinalizeBody = Static<typeof KnowledgeFinalizeBody>;
export const LensImportBody = Type.Object({ atlas_lens_id: Uuid });
export const KnowledgeLensFound = Type.Object({
  ...KnowledgeLens.properties,
  knowledge_base: Nullable(KnowledgeBase),
});
