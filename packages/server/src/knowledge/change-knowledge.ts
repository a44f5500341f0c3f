import type {
  KnowledgeBaseCreateBody,
  KnowledgeFinalizeBody,
  KnowledgeResolveBody,
  KnowledgeSelectionBody,
} from '@errand/contract/knowledge.ts';
import type { DependentAgent } from '@errand/contract/policies.ts';
import type { Static } from 'typebox';
import { findAccount } from '#credits/ledger.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type ProposalDeps, settleDraft } from './ask-for-proposal.ts';
import type { Catalog } from './catalog/catalog.ts';
import { readRefs, resolveLens } from './model.ts';
import {
  type BaseRow,
  type DraftRow,
  deleteBase,
  deleteLens,
  findBase,
  findDraft,
  findLens,
  insertBase,
  insertDraft,
  lockBase,
  updateBase,
  updateDraft,
  upsertLens,
} from './store.ts';

// Changes that people make to knowledge bases. Each is one transaction under the lock of the row, with its audit entry.

/** Lists the agent versions that consult a knowledge base. The agents domain provides it. */
export type ListDependents = (tx: Db, orgId: string, baseId: string) => Promise<Static<typeof DependentAgent>[]>;

export type ChangeDeps = ProposalDeps & {
  catalog: Catalog;
  listDependents: ListDependents;
  /** Whether proposals cost credits: the model is not the built-in one. */
  isPaid(): boolean;
};

export async function createBase(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  body: KnowledgeBaseCreateBody,
): Promise<string> {
  const { orgId } = caller;
  refuseBlank({ company: body.company });
  const website = body.website_url?.trim() || null;
  if (body.brief.trim().length < BRIEF_MIN)
    throw invalidFields({ brief: [`Must have at least ${BRIEF_MIN} characters.`] });
  if (website !== null && !(URL.canParse(website) && /^https?:$/.test(new URL(website).protocol)))
    throw invalidFields({ website_url: ['Must begin with http:// or https://.'] });
  await requireCredits(db, deps, orgId);
  const id = newId();
  await db.tx(async (tx) => {
    await insertBase(tx, orgId, {
      id,
      name: body.name?.trim() ?? '',
      company: body.company,
      product_name: body.product_name?.trim() || null,
      website_url: website,
      brief: body.brief,
      status: 'drafting',
      lens_id: null,
      creator_id: caller.userId,
    });
    await insertDraft(tx, orgId, {
      id: newId(),
      knowledge_base_id: id,
      status: 'generating',
      suggested_name: body.name?.trim() ?? '',
      product_summary: '',
      refs: [],
      job_id: newId(),
    });
    await audit(tx, caller, 'knowledge_base.created', id, { company: body.company });
  });
  return id;
}

const BRIEF_MIN = 10;

export async function selectTypologies(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  body: KnowledgeSelectionBody,
): Promise<void> {
  const refs = body.refs && readRefs(deps.catalog, body.refs);
  await changeDraft(db, deps, caller, id, 'selection_changed', (draft) => {
    refuseGenerating(draft);
    return {
      refs: refs ?? draft.refs,
      suggested_name: body.suggested_name?.trim() || draft.suggested_name,
      status: 'ready',
    };
  });
}

export async function askAgain(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  feedback: string | null,
): Promise<void> {
  await requireCredits(db, deps, caller.orgId);
  await changeDraft(db, deps, caller, id, 'proposal_requested', (draft) => {
    refuseGenerating(draft);
    return { status: 'generating', feedback, proposal: null, job_id: newId() };
  });
}

export async function resolveProposal(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  body: KnowledgeResolveBody,
): Promise<void> {
  const given = body.refs ? readRefs(deps.catalog, body.refs) : undefined;
  await changeDraft(db, deps, caller, id, body.discard ? 'proposal_discarded' : 'proposal_accepted', (draft) => {
    const { proposal } = draft;
    if (proposal === null) throw conflict('There is no proposal to resolve.');
    if (body.discard) return { proposal: null };
    return {
      proposal: null,
      refs: given ?? proposal.refs,
      suggested_name: body.suggested_name?.trim() || draft.suggested_name || proposal.suggestedName,
      ...(body.accept_summary && { product_summary: proposal.productSummary }),
    };
  });
}

export async function finalizeBase(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  body: KnowledgeFinalizeBody,
): Promise<void> {
  const { catalog } = deps;
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const { base, draft } = await lockBoth(tx, deps, orgId, id);
    refuseGenerating(draft);
    if (draft.proposal !== null) throw conflict('A proposal is pending. Resolve it first.');
    if (draft.refs.length === 0) throw conflict('No typology is selected. Select at least one first.');
    const name = body.name?.trim() || draft.suggested_name || base.name || base.company;
    const lensId = base.lens_id ?? newId();
    await upsertLens(tx, orgId, {
      id: lensId,
      name,
      company: base.company,
      product_name: base.product_name,
      product_summary: draft.product_summary,
      refs: readRefs(catalog, draft.refs),
      mcp_enabled: body.mcp_enabled ?? true,
      public: body.public ?? true,
    });
    await refresh(tx, catalog, { ...base, name, lens_id: lensId });
    await audit(tx, caller, 'knowledge_base.finalized', id, { name, typologies: draft.refs.length });
  });
}

/** Updates a knowledge base from its lens and the catalog. Problems are stored in the row, not thrown. */
export async function refresh(db: Db, catalog: Catalog, base: BaseRow): Promise<void> {
  if (base.lens_id === null) return;
  const row = await findLens(db, base.org_id, base.lens_id);
  if (row === undefined) {
    const change = { ...base, status: 'orphaned' as const, sync_error: 'The lens no longer exists.' };
    return updateBase(db, base.org_id, base.id, change);
  }
  const { lens, missing } = resolveLens(catalog, row);
  const error = missing.length === 0 ? null : `The catalog no longer contains: ${missing.join(', ')}.`;
  await updateBase(db, base.org_id, base.id, { ...base, status: 'active', lens_snapshot: lens, sync_error: error });
}

/** Creates a knowledge base for a lens that has none. Returns false if there is one already. */
export async function importLens(
  db: Transactor,
  { catalog }: ChangeDeps,
  caller: Caller,
  lensId: string,
): Promise<boolean> {
  const { orgId } = caller;
  return db.tx(async (tx) => {
    const lens = await findLens(tx, orgId, lensId);
    if (lens === undefined) throw notFound('lens');
    const id = newId();
    const isNew = await insertBase(tx, orgId, {
      id,
      name: lens.name,
      company: lens.company,
      product_name: lens.product_name,
      website_url: null,
      brief: lens.product_summary,
      status: 'active',
      lens_id: lensId,
      creator_id: caller.userId,
    });
    if (!isNew) return false;
    await insertDraft(tx, orgId, {
      id: newId(),
      knowledge_base_id: id,
      status: 'ready',
      suggested_name: lens.name,
      product_summary: lens.product_summary,
      refs: lens.refs,
      job_id: null,
    });
    await refresh(tx, catalog, (await findBase(tx, orgId, id))!);
    await audit(tx, caller, 'knowledge_base.imported', id, { lens: lensId });
    return true;
  });
}

/** Deletes a knowledge base unless agent versions consult it. Without `withLens`, the lens can be imported again. */
export async function removeBase(
  db: Transactor,
  { listDependents }: ChangeDeps,
  caller: Caller,
  { id, withLens }: { id: string; withLens: boolean },
): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const base = await lockBase(tx, orgId, id);
    if (base === undefined) throw notFound('knowledge base');
    const dependents = await listDependents(tx, orgId, id);
    if (dependents.length > 0)
      throw new AppError('conflict', {
        detail: 'Agent versions still consult this knowledge base. Delete them first.',
        extra: { dependent_agents: dependents },
      });
    if (withLens && base.lens_id !== null) await deleteLens(tx, orgId, base.lens_id);
    await deleteBase(tx, orgId, id);
    await audit(tx, caller, `knowledge_base.${withLens ? 'deleted' : 'unlinked'}`, id, { name: base.name });
  });
}

async function changeDraft(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  action: string,
  change: (draft: DraftRow) => Partial<DraftRow>,
): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const { draft } = await lockBoth(tx, deps, orgId, id);
    await updateDraft(tx, orgId, id, { ...draft, job_id: null, ...change(draft) });
    await audit(tx, caller, `knowledge_base.${action}`, id);
  });
}

async function lockBoth(
  tx: Db,
  deps: ChangeDeps,
  orgId: string,
  id: string,
): Promise<{ base: BaseRow; draft: DraftRow }> {
  const base = await lockBase(tx, orgId, id);
  const draft = base && (await findDraft(tx, orgId, id));
  if (base === undefined || draft === undefined) throw notFound('knowledge base');
  return { base, draft: await settleDraft(tx, deps, draft) };
}

async function requireCredits(db: Db, { isPaid }: ChangeDeps, orgId: string): Promise<void> {
  if (!isPaid()) return;
  const account = await findAccount(db, orgId);
  if (account?.limited && account.balance - account.held <= 0) throw new AppError('insufficient_credits');
}

const conflict = (detail: string): AppError => new AppError('conflict', { detail });

function refuseGenerating({ status }: DraftRow): void {
  if (status === 'generating') throw conflict('A proposal is being made. Wait until the draft is ready.');
}
