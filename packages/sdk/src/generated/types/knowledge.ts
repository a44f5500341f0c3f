// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type KnowledgeBase = {
  id: string;
  organization_id: string;
  name: string;
  company: string;
  status: 'drafting' | 'active' | 'orphaned';
  atlas_draft_id: string | null;
  atlas_lens_id: string | null;
  /** If true, clients of the Model Context Protocol can read the knowledge base. */
  mcp_url: string;
  lens_snapshot: KnowledgeLens | null;
  last_synced_at: string | null;
  sync_error: string | null;
  created_at: string;
  updated_at: string;
};

export type KnowledgeBaseCreateBody = {
  company: string;
  brief: string;
  name?: string | null;
  product_name?: string | null;
  /** Stored for reference. The service does not fetch it. */
  website_url?: string | null;
  organization_id?: string;
};

export type KnowledgeBaseCreated = KnowledgeBase & {
  brief: string;
  product_name: string | null;
  website_url: string | null;
};

export type KnowledgeBasePage = Page<KnowledgeBase>;

export type KnowledgeDraft = {
  id: string;
  status: 'generating' | 'ready' | 'error';
  error: string | null;
  company: string;
  productName: string | null;
  suggestedName: string;
  productSummary: string;
  iterationCount: number;
  refs: KnowledgeRef[];
  pendingProposal: {
    refs: KnowledgeRef[];
    baseSelection: KnowledgeRef[];
    feedback: string | null;
    suggestedName: string;
    productSummary: string;
    createdAt: string;
  } | null;
  /** The model that made the proposal. `baseline` compares texts by similarity. */
  proposedBy: string | null;
  createdAt: string;
  updatedAt: string | null;
};

export type KnowledgeFeedbackBody = {
  feedback?: string | null;
};

export type KnowledgeFinalizeBody = {
  name?: string | null;
  mcp_enabled?: boolean;
  /** Ignored. The lens in the response always has `public: false`. */
  public?: boolean;
};

export type KnowledgeLens = {
  id: string;
  name: string;
  company: string;
  productName: string | null;
  productSummary: string;
  mcpEnabled: boolean;
  /** Always false: this server shares nothing between organizations. */
  public: boolean;
  refs: KnowledgeRef[];
  /** The selected typologies with their selected tactics. */
  typologies: Typology[];
  updatedAt: string;
};

export type KnowledgeLensFound = KnowledgeLens & {
  knowledge_base: KnowledgeBase | null;
};

export type KnowledgeRef = {
  typologyId: string;
  typologyName: string;
  relevance: 'core' | 'watch' | 'edge';
  rationale: string;
  /** Null: all tactics of the typology. */
  tacticIds: string[] | null;
  tacticNames: string[] | null;
};

export type KnowledgeResolveBody = {
  refs?:
    | {
        typologyId: string;
        typologyName?: string | null;
        relevance?: 'core' | 'watch' | 'edge';
        rationale?: string | null;
        tacticIds?: string[] | null;
        tacticNames?: string[] | null;
      }[]
    | null;
  suggested_name?: string | null;
  accept_summary?: boolean;
  discard?: boolean;
};

export type KnowledgeSelectionBody = {
  refs?: {
    typologyId: string;
    typologyName?: string | null;
    relevance?: 'core' | 'watch' | 'edge';
    rationale?: string | null;
    tacticIds?: string[] | null;
    tacticNames?: string[] | null;
  }[];
  suggested_name?: string;
};

export type LensImportBody = {
  atlas_lens_id: string;
};

export type Tactic = {
  id: string;
  name: string;
  description: string;
  indicators: string[];
  questions: string[];
};

export type Typology = {
  id: string;
  name: string;
  category: string;
  description: string;
  tactics: Tactic[];
};
