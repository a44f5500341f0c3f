// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  KnowledgeBase,
  KnowledgeBaseCreateBody,
  KnowledgeBaseCreated,
  KnowledgeBasePage,
  KnowledgeDraft,
  KnowledgeFeedbackBody,
  KnowledgeFinalizeBody,
  KnowledgeLensFound,
  KnowledgeResolveBody,
  KnowledgeSelectionBody,
  LensImportBody,
  Typology,
} from '../types/knowledge.ts';

export interface KnowledgeCalls {
  /** List knowledge bases. Those of the organization, newest first, one page at a time. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<KnowledgeBasePage>>;
  /**
   * Create a knowledge base. A draft with a selection of typologies is proposed from company and brief: by the
   * default model, or with `baseline` by similarity. Poll the draft until it is `ready` or `error`.
   */
  create(body: KnowledgeBaseCreateBody, options?: CallOptions): Promise<KnowledgeBaseCreated>;
  /**
   * Catalog of typologies. All typologies of fraud and money laundering that this server knows, with tactics,
   * indicators and questions.
   */
  catalog(options?: CallOptions): Promise<Typology[]>;
  /**
   * Track a lens again. Makes a knowledge base for a lens that was unlinked; 200 when one has it already.
   */
  importLens(body: LensImportBody, options?: CallOptions): Promise<KnowledgeBase>;
  /**
   * Retrieve a lens. The finished selection with its typologies, and the knowledge base that has it, if any.
   */
  lens(atlasLensId: string, options?: CallOptions): Promise<KnowledgeLensFound>;
  /** Retrieve a knowledge base. Its snapshot is refreshed from the lens and the catalog. */
  get(knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase>;
  /** Delete a knowledge base. Draft and lens go too. Refused while versions of agents consult it. */
  delete(knowledgeBaseId: string, options?: CallOptions): Promise<void>;
  /** Retrieve the draft. The selection as it stands, and a proposal that waits for an answer. */
  draft(knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeDraft>;
  /** Change the selection. Replaces the selected typologies; an unknown one is refused. */
  select(knowledgeBaseId: string, body?: KnowledgeSelectionBody, options?: CallOptions): Promise<KnowledgeDraft>;
  /**
   * Ask for another proposal. With feedback. It waits as `pendingProposal` until it is resolved; the selection
   * stays until then.
   */
  regenerate(knowledgeBaseId: string, body?: KnowledgeFeedbackBody, options?: CallOptions): Promise<KnowledgeDraft>;
  /** Settle a proposal. Takes it over, or the `refs` given in its place; `discard` drops it. */
  resolve(knowledgeBaseId: string, body?: KnowledgeResolveBody, options?: CallOptions): Promise<KnowledgeDraft>;
  /** Finish the selection. Writes the lens, which the MCP address serves from now on. Can be repeated. */
  finalize(knowledgeBaseId: string, body?: KnowledgeFinalizeBody, options?: CallOptions): Promise<KnowledgeBase>;
  /** Refresh the snapshot. Always 200: what could not be refreshed stands in `sync_error`. */
  sync(knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase>;
  /**
   * Unlink a knowledge base. Only the knowledge base goes; its lens stays and can be imported again. Refused while
   * versions of agents consult it.
   */
  unlink(knowledgeBaseId: string, options?: CallOptions): Promise<void>;
}
