import type { KnowledgeRef } from '@errand/contract/knowledge.ts';
import type { Db } from '#platform/db.ts';
import type { Catalog } from './catalog/catalog.ts';
import { readRefs } from './model.ts';

export type Proposed = {
  refs: { typologyId: string; relevance: KnowledgeRef['relevance']; rationale: string; tacticIds: string[] | null }[];
  suggestedName: string;
  productSummary: string;
  /** The name of the model, or `baseline`. */
  proposedBy: string;
};

/**
 * Stores the first proposal as the selection, a later one for an answer. Returns false if no draft waits for the job:
 * somebody has asked again, or deleted the knowledge base.
 */
export async function saveProposal(db: Db, catalog: Catalog, jobId: string, made: Proposed): Promise<boolean> {
  const count = await db.run(
    `update knowledge_drafts d set status = 'ready', error = null, job_id = null, lease_until = null,
       iteration_count = iteration_count + 1, proposed_by = given."proposedBy", updated_at = now(),
       suggested_name = case when iteration_count = 0 then coalesce(nullif(b.name, ''), given."suggestedName") else suggested_name end,
       product_summary = case when iteration_count = 0 then given."productSummary" else product_summary end,
       refs = case when iteration_count = 0 then given.refs else d.refs end,
       proposal = case when iteration_count > 0 then json_build_object('refs', given.refs, 'baseSelection', d.refs,
         'feedback', feedback, 'suggestedName', coalesce(nullif(b.name, ''), given."suggestedName"),
         'productSummary', given."productSummary",
         'createdAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
     from json_to_record($2::json) as given ("suggestedName" text, "productSummary" text, refs json, "proposedBy" text),
       knowledge_bases b
     where d.job_id = $1::uuid and d.status = 'generating' and b.id = d.knowledge_base_id`,
    [jobId, JSON.stringify({ ...made, refs: readRefs(catalog, made.refs) })],
  );
  return count > 0;
}
