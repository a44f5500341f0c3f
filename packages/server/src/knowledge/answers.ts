import type { KnowledgeBase, KnowledgeDraft } from '@errand/contract/knowledge.ts';
import type { BaseRow, DraftRow } from './store.ts';

// Converts database rows to API responses.

export const knowledgeAnswer = (row: BaseRow, origin: string): KnowledgeBase => ({
  id: row.id,
  organization_id: row.org_id,
  name: row.name,
  company: row.company,
  status: row.status,
  atlas_draft_id: row.draft_id,
  atlas_lens_id: row.lens_id,
  mcp_url: `${origin}/mcp/knowledge-base/${row.id}/`,
  lens_snapshot: row.lens_snapshot,
  last_synced_at: row.last_synced_at?.toISOString() ?? null,
  sync_error: row.sync_error,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const draftAnswer = (row: DraftRow, base: BaseRow): KnowledgeDraft => ({
  id: row.id,
  status: row.status,
  error: row.error,
  company: base.company,
  productName: base.product_name,
  suggestedName: row.suggested_name,
  productSummary: row.product_summary,
  iterationCount: row.iteration_count,
  refs: row.refs,
  pendingProposal: row.proposal,
  proposedBy: row.proposed_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
});
