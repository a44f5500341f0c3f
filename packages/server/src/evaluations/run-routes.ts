import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { cancelRun, findSettled } from '#batch-runs/run-batch.ts';
import { findBatchRun, listBatchRuns } from '#batch-runs/store.ts';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Canceller } from '#jobs/queue/cancel-job.ts';
import { readIdempotency } from '#jobs/start/run-items.ts';
import { notFound } from '#platform/errors.ts';
import { compareRuns } from './compare-runs.ts';
import { listResults, pageResults } from './results-store.ts';
import { resumeRun } from './resume-run.ts';
import { type RunRow, runKind } from './runs-store.ts';
import type { SetRow } from './sets-store.ts';
import { settleRun } from './settle-run.ts';
import { type RunDeps, startRun } from './start-run.ts';
import { runView } from './views.ts';

export type RunRouteDeps = RunDeps & { canceller: Canceller };

export function addEvaluationRunRoutes(
  app: FastifyInstance,
  deps: RunRouteDeps,
  loadSet: (at: At<'set_id'>) => Promise<SetRow>,
): void {
  const { database } = deps;

  async function getRun(orgId: string, id: string): Promise<RunRow> {
    const run = await findSettled(database, runKind, orgId, id, settleRun);
    if (run === undefined) throw notFound('evaluation run');
    return run;
  }
  const load = ({ caller, params }: At<'run_id'>) => getRun(caller.orgId, params.run_id);

  async function view(orgId: string, run: RunRow) {
    const isRegressed = (run.regressions ?? 0) > 0;
    return runView(run, isRegressed ? await listResults(database.tenant(orgId), orgId, run.id, 'regressed') : []);
  }
  const answer = async (orgId: string, id: string) => view(orgId, await getRun(orgId, id));

  endpoint(app, operations.evaluationSets.runs, {
    load: loadSet,
    async handler({ caller: { orgId }, request, resource: set }) {
      const paging = readPaging(request);
      const { count, rows } = await listBatchRuns(database.tenant(orgId), runKind, orgId, set.id, paging);
      return envelope(request, paging, count, await Promise.all(rows.map((row) => view(orgId, row))));
    },
  });

  endpoint(app, operations.evaluationSets.run, {
    load: loadSet,
    async handler({ caller, body, request, resource: set }) {
      const idempotency = readIdempotency(request, { top: { ...body }, files: [] });
      const batchId = await startRun(deps, caller, set, body, idempotency);
      const run = await findBatchRun(database.tenant(caller.orgId), runKind, caller.orgId, 'batch_id', batchId);
      return view(caller.orgId, run!);
    },
  });

  endpoint(app, operations.evaluationRuns.get, {
    load,
    handler: (at) =>
      awaitEnd({
        ...at,
        seconds: at.query.wait,
        hasEnded: isFinished,
        load: () => load(at),
        view: (row) => view(at.caller.orgId, row),
      }),
  });

  endpoint(app, operations.evaluationRuns.results, {
    load,
    async handler({ caller: { orgId }, request, resource: run }) {
      const paging = readPaging(request);
      const rows = await pageResults(database.tenant(orgId), orgId, run.id, paging);
      const shown = rows.map(({ position: _at, weight: _weight, ...row }) => row);
      return envelope(request, paging, run.total, shown);
    },
  });

  endpoint(app, operations.evaluationRuns.cancel, {
    load,
    async handler({ caller, resource: run }) {
      await cancelRun(deps, caller, runKind, run);
      return answer(caller.orgId, run.id);
    },
  });

  endpoint(app, operations.evaluationRuns.resume, {
    load,
    async handler({ caller, body, resource: run }) {
      await resumeRun(deps, caller, run, body.max_cost);
      return answer(caller.orgId, run.id);
    },
  });

  endpoint(app, operations.evaluationRuns.compare, {
    async load(at) {
      return { a: await load(at), b: await getRun(at.caller.orgId, at.params.other_run_id) };
    },
    async handler({ caller: { orgId }, resource: { a, b } }) {
      const db = database.tenant(orgId);
      const compared = await compareRuns(db, orgId, a, b);
      return { a: await view(orgId, a), b: await view(orgId, b), ...compared };
    },
  });
}
