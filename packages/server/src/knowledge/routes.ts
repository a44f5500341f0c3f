import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { draftAnswer, knowledgeAnswer } from './answers.ts';
import type { ProposalDeps } from './ask-for-proposal.ts';
import { settleDraft, startProposal } from './ask-for-proposal.ts';
import {
  askAgain,
  type ChangeDeps,
  createBase,
  finalizeBase,
  importLens,
  refresh,
  removeBase,
  resolveProposal,
  selectTypologies,
} from './change-knowledge.ts';
import { resolveLens } from './model.ts';
import { type BaseRow, type DraftRow, findBase, findBaseByLens, findDraft, findLens, listBases } from './store.ts';

type Deps = ChangeDeps & { database: Database };

type Needs = {
  database: Database;
  knowledge: Pick<ChangeDeps, 'catalog' | 'isPaid'>;
  proposals: ProposalDeps;
  listKnowledgeDependents: ChangeDeps['listDependents'];
};

export const service: Service<Needs> = ({
  database,
  knowledge,
  proposals,
  listKnowledgeDependents: listDependents,
}) => ({
  routes: (app) => addKnowledgeRoutes(app, { ...knowledge, ...proposals, database, listDependents }),
});

function addKnowledgeRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, catalog } = deps;
  /** Knowledge bases of other organizations are not found. */
  async function getBase(orgId: string, id: string): Promise<BaseRow> {
    const row = await findBase(database.tenant(orgId), orgId, id);
    if (row === undefined) throw notFound('knowledge base');
    return row;
  }
  const load = ({ caller, params }: At<'knowledge_base_id'>) => getBase(caller.orgId, params.knowledge_base_id);
  const answer = (row: BaseRow, request: FastifyRequest) => knowledgeAnswer(row, baseUrl(request));
  async function refreshed(row: BaseRow, request: FastifyRequest) {
    await refresh(database.tenant(row.org_id), catalog, row);
    return answer(await getBase(row.org_id, row.id), request);
  }

  endpoint(app, operations.knowledge.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listBases(database.tenant(orgId), orgId, paging);
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => answer(row, request)),
      );
    },
  });

  endpoint(app, operations.knowledge.create, {
    async handler({ caller, body, request }) {
      const db = database.tenant(caller.orgId);
      const id = await createBase(db, deps, caller, body);
      const row = await getBase(caller.orgId, id);
      await startProposal(db, deps, caller, row, (await findDraft(db, caller.orgId, id))!);
      const { brief, product_name, website_url } = row;
      return { ...answer(row, request), brief, product_name, website_url };
    },
  });

  endpoint(app, operations.knowledge.catalog, { handler: () => catalog.list });

  endpoint(app, operations.knowledge.importLens, {
    async handler({ caller, body: { atlas_lens_id: lensId }, request, reply }) {
      const db = database.tenant(caller.orgId);
      const isNew = await importLens(db, deps, caller, lensId.toLowerCase());
      reply.code(isNew ? 201 : 200);
      return answer((await findBaseByLens(db, caller.orgId, lensId))!, request);
    },
  });

  endpoint(app, operations.knowledge.lens, {
    async load({ caller: { orgId }, params }) {
      const lens = await findLens(database.tenant(orgId), orgId, params.atlas_lens_id);
      if (lens === undefined) throw notFound('lens');
      return lens;
    },
    async handler({ caller: { orgId }, resource, request }) {
      const base = await findBaseByLens(database.tenant(orgId), orgId, resource.id);
      const { lens } = resolveLens(catalog, resource);
      return { ...lens, knowledge_base: base === undefined ? null : answer(base, request) };
    },
  });

  endpoint(app, operations.knowledge.get, {
    load,
    // Best effort: a failed refresh still returns the stored knowledge base.
    handler: ({ resource, request }) => refreshed(resource, request).catch(() => answer(resource, request)),
  });
  endpoint(app, operations.knowledge.sync, { load, handler: ({ resource, request }) => refreshed(resource, request) });

  endpoint(app, operations.knowledge.finalize, {
    load,
    async handler({ caller, body, resource: { id }, request }) {
      await finalizeBase(database.tenant(caller.orgId), deps, caller, id, body);
      return answer(await getBase(caller.orgId, id), request);
    },
  });

  endpoint(app, operations.knowledge.delete, {
    load,
    handler: ({ caller, resource }) =>
      removeBase(database.tenant(caller.orgId), deps, caller, { id: resource.id, withLens: true }),
  });
  endpoint(app, operations.knowledge.unlink, {
    load,
    handler: ({ caller, resource }) =>
      removeBase(database.tenant(caller.orgId), deps, caller, { id: resource.id, withLens: false }),
  });
  addDraftRoutes(app, deps, getBase);
}

/** Adds the routes of drafts, the selections that people work on. */
function addDraftRoutes(
  app: FastifyInstance,
  deps: Deps,
  getBase: (orgId: string, id: string) => Promise<BaseRow>,
): void {
  const { database } = deps;
  const load = ({ caller, params }: At<'knowledge_base_id'>) => getBase(caller.orgId, params.knowledge_base_id);
  async function getDraft(orgId: string, id: string): Promise<DraftRow> {
    const db = database.tenant(orgId);
    const draft = await findDraft(db, orgId, id);
    if (draft === undefined) throw notFound('draft');
    return settleDraft(db, deps, draft);
  }
  const draftOf = async (orgId: string, id: string) => draftAnswer(await getDraft(orgId, id), await getBase(orgId, id));

  endpoint(app, operations.knowledge.draft, {
    load,
    handler: ({ caller, resource }) => draftOf(caller.orgId, resource.id),
  });

  endpoint(app, operations.knowledge.select, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await selectTypologies(database.tenant(caller.orgId), deps, caller, id, body);
      return draftOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.knowledge.regenerate, {
    load,
    async handler({ caller, body, resource }) {
      const db = database.tenant(caller.orgId);
      await askAgain(db, deps, caller, resource.id, body.feedback?.trim() || null);
      const draft = await getDraft(caller.orgId, resource.id);
      await startProposal(db, deps, caller, resource, draft);
      // The response shows what was asked for, even if the proposal has already been made.
      return draftAnswer(draft, resource);
    },
  });

  endpoint(app, operations.knowledge.resolve, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await resolveProposal(database.tenant(caller.orgId), deps, caller, id, body);
      return draftOf(caller.orgId, id);
    },
  });
}
