// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
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
  /** List knowledge bases. Lists the knowledge bases of the organization, newest first, in pages. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<KnowledgeBasePage>>;
  /**
   * Create a knowledge base. Creates a draft with a proposed selection of typologies, based on company and brief.
   * The default model makes the proposal, or `baseline` by text similarity. Poll the draft until it is `ready` or
   * `error`.
   */
  create(body: KnowledgeBaseCreateBody, options?: KeyedOptions): Promise<KnowledgeBaseCreated>;
  /**
   * Catalog of typologies. Lists all typologies of fraud and money laundering on this server, with tactics,
   * indicators and questions.
   */
  catalog(options?: CallOptions): Promise<Typology[]>;
  /** Import a lens. Creates a knowledge base for an unlinked lens. 200 if the lens already has one. */
  importLens(body: LensImportBody, options?: KeyedOptions): Promise<KnowledgeBase>;
  /**
   * Retrieve a lens. Returns the finished selection with its typologies, and its knowledge base if there is one.
   */
  lens(atlasLensId: string, options?: CallOptions): Promise<KnowledgeLensFound>;
  /** Retrieve a knowledge base. Refreshes the snapshot from the lens and the catalog. */
  get(knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase>;
  /** Delete a knowledge base. Also deletes its draft and lens. Refused while agent versions use it. */
  delete(knowledgeBaseId: string, options?: CallOptions): Promise<void>;
  /** Retrieve the draft. Returns the current selection and any open proposal. */
  draft(knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeDraft>;
  /** Change the selection. Replaces the selected typologies. Unknown typologies are refused. */
  select(knowledgeBaseId: string, body?: KnowledgeSelectionBody, options?: CallOptions): Promise<KnowledgeDraft>;
  /**
   * Ask for another proposal. Requests a new proposal with your feedback. It stays in `pendingProposal` until you
   * resolve it. The selection does not change before that.
   */
  regenerate(knowledgeBaseId: string, body?: KnowledgeFeedbackBody, options?: KeyedOptions): Promise<KnowledgeDraft>;
  /** Resolve a proposal. Applies the proposal, or the given `refs` instead. `discard` drops it. */
  resolve(knowledgeBaseId: string, body?: KnowledgeResolveBody, options?: CallOptions): Promise<KnowledgeDraft>;
  /** Finish the selection. Creates the lens, which the MCP address then serves. You can repeat this call. */
  finalize(knowledgeBaseId: string, body?: KnowledgeFinalizeBody, options?: CallOptions): Promise<KnowledgeBase>;
  /** Refresh the snapshot. Always returns 200. `sync_error` names what could not be refreshed. */
  sync(knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase>;
  /**
   * Unlink a knowledge base. Deletes only the knowledge base. Its lens stays and can be imported again. Refused
   * while agent versions use it.
   */
  unlink(knowledgeBaseId: string, options?: CallOptions): Promise<void>;
}
