import type { KnowledgeRef } from '@errand/contract/knowledge.ts';
import type { Db } from '#platform/db.ts';

// Claims drafts that wait for a proposal. A process works on one under a lease. If it dies, another one starts again.

export const LEASE_SECONDS = 180;
export const ATTEMPTS_MAX = 3;

export type ClaimedDraft = {
  knowledge_base_id: string;
  org_id: string;
  attempt: number;
  company: string;
  product_name: string | null;
  brief: string;
  name: string;
  feedback: string | null;
  refs: KnowledgeRef[];
  iteration_count: number;
};

export async function claimDraft(system: Db, claimId: string): Promise<ClaimedDraft | undefined> {
  const rows = await system.query<ClaimedDraft>(
    `with next as (
       select id from knowledge_drafts where status = 'generating' and (lease_until is null or lease_until < now())
       order by id limit 1 for update skip locked)
     update knowledge_drafts d set claim_id = $1::uuid, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
       attempt = attempt + 1
     from next, knowledge_bases b where d.id = next.id and b.id = d.knowledge_base_id
     returning d.knowledge_base_id, d.org_id, d.attempt, b.company, b.product_name, b.brief, b.name, d.feedback, d.refs,
       d.iteration_count`,
    [claimId],
  );
  return rows[0];
}

export type Finished = {
  suggestedName: string;
  productSummary: string;
  refs: KnowledgeRef[];
  proposedBy: string;
};

/** Stores the first proposal as the selection, a later one for an answer. Returns false if the claim was lost. */
export async function finishDraft(tx: Db, claimId: string, made: Finished): Promise<boolean> {
  const count = await tx.run(
    `update knowledge_drafts set status = 'ready', error = null, claim_id = null, lease_until = null, attempt = 0,
       iteration_count = iteration_count + 1, proposed_by = given."proposedBy", updated_at = now(),
       suggested_name = case when iteration_count = 0 then given."suggestedName" else suggested_name end,
       product_summary = case when iteration_count = 0 then given."productSummary" else product_summary end,
       refs = case when iteration_count = 0 then given.refs else knowledge_drafts.refs end,
       proposal = case when iteration_count > 0 then json_build_object('refs', given.refs, 'baseSelection', knowledge_drafts.refs,
         'feedback', feedback, 'suggestedName', given."suggestedName", 'productSummary', given."productSummary",
         'createdAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
     from json_to_record($2::json) as given ("suggestedName" text, "productSummary" text, refs json, "proposedBy" text)
     where claim_id = $1::uuid and status = 'generating'`,
    [claimId, JSON.stringify(made)],
  );
  return count > 0;
}

export async function failDraft(system: Db, claimId: string, error: string): Promise<void> {
  await system.run(
    `update knowledge_drafts set status = 'error', error = $2::text, claim_id = null, lease_until = null, updated_at = now()
     where claim_id = $1::uuid`,
    [claimId, error],
  );
}

/** Releases a draft, so that any process can try again. */
export async function releaseDraft(system: Db, claimId: string): Promise<void> {
  await system.run('update knowledge_drafts set claim_id = null, lease_until = null where claim_id = $1::uuid', [
    claimId,
  ]);
}
