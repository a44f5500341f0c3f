import { Type } from 'typebox';
import {
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
} from '../knowledge.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';

export const knowledge = defineOperations('Knowledge bases', {
  list: {
    at: 'GET /v1/knowledge-base/',
    summary: 'List knowledge bases',
    description: 'Lists the knowledge bases of the organization, newest first, in pages.',
    query: PageQuery,
    responses: { 200: KnowledgeBasePage },
  },
  create: {
    at: 'POST /v1/knowledge-base/',
    summary: 'Create a knowledge base',
    description:
      'Creates a draft with a proposed selection of typologies, based on company and brief. The default model makes the proposal, or `baseline` by text similarity. Poll the draft until it is `ready` or `error`.',
    body: KnowledgeBaseCreateBody,
    responses: { 201: KnowledgeBaseCreated },
    errors: ['insufficient_credits'],
  },
  catalog: {
    at: 'GET /v1/knowledge-base/catalog/',
    summary: 'Catalog of typologies',
    description:
      'Lists all typologies of fraud and money laundering on this server, with tactics, indicators and questions.',
    responses: { 200: Type.Array(Typology) },
  },
  importLens: {
    at: 'POST /v1/knowledge-base/import-lens/',
    content: 'rows',
    summary: 'Import a lens',
    description: 'Creates a knowledge base for an unlinked lens. 200 if the lens already has one.',
    body: LensImportBody,
    responses: { 200: KnowledgeBase, 201: KnowledgeBase },
    errors: ['not_found'],
  },
  lens: {
    at: 'GET /v1/knowledge-base/lens/:atlas_lens_id/',
    summary: 'Retrieve a lens',
    description: 'Returns the finished selection with its typologies, and its knowledge base if there is one.',
    responses: { 200: KnowledgeLensFound },
  },
  get: {
    at: 'GET /v1/knowledge-base/:knowledge_base_id/',
    summary: 'Retrieve a knowledge base',
    description: 'Refreshes the snapshot from the lens and the catalog.',
    responses: { 200: KnowledgeBase },
  },
  delete: {
    at: 'DELETE /v1/knowledge-base/:knowledge_base_id/',
    summary: 'Delete a knowledge base',
    description: 'Also deletes its draft and lens. Refused while agent versions use it.',
    responses: { 204: null },
    errors: ['conflict'],
  },
  draft: {
    at: 'GET /v1/knowledge-base/:knowledge_base_id/draft/',
    summary: 'Retrieve the draft',
    description: 'Returns the current selection and any open proposal.',
    responses: { 200: KnowledgeDraft },
  },
  select: {
    at: 'PATCH /v1/knowledge-base/:knowledge_base_id/selection/',
    summary: 'Change the selection',
    description: 'Replaces the selected typologies. Unknown typologies are refused.',
    body: KnowledgeSelectionBody,
    responses: { 200: KnowledgeDraft },
    errors: ['conflict'],
  },
  regenerate: {
    at: 'POST /v1/knowledge-base/:knowledge_base_id/regenerate/',
    creates: true,
    summary: 'Ask for another proposal',
    description:
      'Requests a new proposal with your feedback. It stays in `pendingProposal` until you resolve it. The selection does not change before that.',
    body: KnowledgeFeedbackBody,
    responses: { 202: KnowledgeDraft },
    errors: ['conflict', 'insufficient_credits'],
  },
  resolve: {
    at: 'POST /v1/knowledge-base/:knowledge_base_id/resolve/',
    summary: 'Resolve a proposal',
    description: 'Applies the proposal, or the given `refs` instead. `discard` drops it.',
    body: KnowledgeResolveBody,
    responses: { 200: KnowledgeDraft },
    errors: ['conflict'],
  },
  finalize: {
    at: 'POST /v1/knowledge-base/:knowledge_base_id/finalize/',
    summary: 'Finish the selection',
    description: 'Creates the lens, which the MCP address then serves. You can repeat this call.',
    body: KnowledgeFinalizeBody,
    responses: { 200: KnowledgeBase },
    errors: ['conflict'],
  },
  sync: {
    at: 'POST /v1/knowledge-base/:knowledge_base_id/sync/',
    summary: 'Refresh the snapshot',
    description: 'Always returns 200. `sync_error` names what could not be refreshed.',
    responses: { 200: KnowledgeBase },
  },
  unlink: {
    at: 'DELETE /v1/knowledge-base/:knowledge_base_id/unlink/',
    summary: 'Unlink a knowledge base',
    description:
      'Deletes only the knowledge base. Its lens stays and can be imported again. Refused while agent versions use it.',
    responses: { 204: null },
    errors: ['conflict'],
  },
});
