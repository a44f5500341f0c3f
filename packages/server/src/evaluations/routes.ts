import type { EvaluationCasesBody } from '@errand/contract/evaluations.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { defineSettling } from '#platform/leased-work/settle.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { CheckRehearsal } from '#policies/change-policy.ts';
import { caseExists, listCases, type NewCase } from './cases-store.ts';
import { addCases, changeSet, createSet, removeCase, removeSet } from './change-set.ts';
import { addGateRoutes } from './gate-routes.ts';
import { addPromotionRoutes } from './promotion-routes.ts';
import { type GivenCase, inputsOf, readCsvCases, readJsonLines } from './read-cases.ts';
import { addEvaluationRunRoutes, type RunRouteDeps } from './run-routes.ts';
import { settledRows } from './runs-store.ts';
import { findSet, listSets, type SetRow } from './sets-store.ts';
import { settleRun } from './settle-run.ts';
import { takeJobs } from './take-jobs.ts';
import { caseView, setView } from './views.ts';

type EvaluationRouteDeps = RunRouteDeps & { storage: Storage; archive: Archive };
type Needs = EvaluationRouteDeps & { kit: WorkKit; checkRehearsal: CheckRehearsal };

export const service: Service<Needs> = (context) => ({
  routes(app) {
    addEvaluationRoutes(app, context);
    addPromotionRoutes(app, context);
  },
  work: [defineSettling(context.kit, settledRows, (orgId, id) => settleRun(context.database, orgId, id))],
});

function addEvaluationRoutes(app: FastifyInstance, deps: EvaluationRouteDeps): void {
  const { database } = deps;
  /** Throws not found for sets of other organizations, too. */
  async function getSet(orgId: string, id: string): Promise<SetRow> {
    const set = await findSet(database.tenant(orgId), orgId, id);
    if (set === undefined) throw notFound('evaluation set');
    return set;
  }
  const load = ({ caller, params }: At<'set_id'>) => getSet(caller.orgId, params.set_id);
  const answer = async (orgId: string, id: string) => setView(await getSet(orgId, id));

  endpoint(app, operations.evaluationSets.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const filter = { agentId: query.agent_id, policyId: query.policy_id, search: query.search?.trim() };
      const { count, rows } = await listSets(database.tenant(orgId), orgId, filter, paging);
      return envelope(request, paging, count, rows.map(setView));
    },
  });

  endpoint(app, operations.evaluationSets.create, {
    handler: async ({ caller, body }) => answer(caller.orgId, await createSet(database, caller, body)),
  });

  endpoint(app, operations.evaluationSets.get, { load, handler: ({ resource }) => setView(resource) });

  for (const operation of [operations.evaluationSets.replace, operations.evaluationSets.update]) {
    endpoint(app, operation, {
      load,
      async handler({ caller, body, resource }) {
        await changeSet(database, caller, resource, body);
        return answer(caller.orgId, resource.id);
      },
    });
  }

  endpoint(app, operations.evaluationSets.delete, {
    load,
    handler: ({ caller, resource }) => removeSet(database, caller, resource),
  });

  endpoint(app, operations.evaluationSets.cases, {
    load,
    async handler({ caller: { orgId }, request, resource }) {
      const paging = readPaging(request);
      const { count, rows } = await listCases(database.tenant(orgId), orgId, resource.id, paging);
      return envelope(request, paging, count, rows.map(caseView));
    },
  });

  endpoint(app, operations.evaluationSets.addCases, {
    load,
    async handler({ caller, body, resource: set }) {
      const cases =
        body.job_ids === undefined ? readCases(body).map(toNew) : await takeJobs(deps, caller.orgId, set, body.job_ids);
      return addCases(database, caller, set, cases);
    },
  });

  endpoint(app, operations.evaluationSets.deleteCase, {
    async load(at) {
      const set = await load(at);
      const { orgId } = at.caller;
      if (!(await caseExists(database.tenant(orgId), orgId, set.id, at.params.case_id)))
        throw notFound('case of this set');
      return set;
    },
    handler: ({ caller, params, resource }) => removeCase(database, caller, resource, params.case_id),
  });

  addEvaluationRunRoutes(app, deps, load);
  addGateRoutes(app, database);
}

function readCases(body: Static<typeof EvaluationCasesBody>): GivenCase[] {
  const given = [body.cases, body.csv, body.json_lines, body.job_ids].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw invalidFields({ cases: ['Exactly one of cases, job_ids, csv and json_lines is required.'] });
  if (body.csv !== undefined) return readCsvCases(body.csv);
  return body.json_lines === undefined ? body.cases! : readJsonLines(body.json_lines);
}

const toNew = (given: GivenCase): NewCase => ({
  id: newId(),
  inputs: inputsOf(given),
  expected: given.expected,
  weight: given.weight ?? 1,
  jobId: null,
  agentId: null,
  evidence: null,
});
