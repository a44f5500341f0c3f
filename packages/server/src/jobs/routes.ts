import type { FastifyInstance } from 'fastify';
import type { VersionDeps } from '#agents/create-version.ts';
import type { Service } from '#http/service.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { addActivityRoutes } from './activity-routes.ts';
import { createArchiveRuntime } from './archive/runtime.ts';
import { addBatchRoutes } from './batch-routes.ts';
import { addJobContentRoutes } from './content-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addJobListRoutes } from './list-routes.ts';
import { createUnstoredWork } from './retention/unstored.ts';
import { addReviewDeskRoutes } from './review-desk-routes.ts';
import { addReviewRoutes } from './review-routes.ts';
import { addRunRoutes } from './run-routes.ts';
import { addSampleRoutes } from './sample-routes.ts';
import { addWaitRoutes } from './wait-routes.ts';

const rooms = [
  addRunRoutes,
  addSampleRoutes,
  addJobRoutes,
  addJobListRoutes,
  addBatchRoutes,
  addReviewRoutes,
  addReviewDeskRoutes,
  addWaitRoutes,
  addJobContentRoutes,
  addActivityRoutes,
] as const;

type Deps = Parameters<typeof addRunRoutes>[1] &
  Parameters<typeof addSampleRoutes>[1] &
  Parameters<typeof addJobRoutes>[1] &
  Parameters<typeof addJobListRoutes>[1] &
  Parameters<typeof addBatchRoutes>[1] &
  Parameters<typeof addReviewRoutes>[1] &
  Parameters<typeof addReviewDeskRoutes>[1] &
  Parameters<typeof addWaitRoutes>[1] &
  Parameters<typeof addJobContentRoutes>[1] &
  Parameters<typeof addActivityRoutes>[1];

type Needs = Omit<Deps, 'traceUrl' | 'versions'> &
  Omit<VersionDeps, 'engines'> & {
    engineRuntime: { offer: VersionDeps['engines'] };
    kit: WorkKit;
    log: Logger;
    workspace: { engine: Parameters<typeof createArchiveRuntime>[0]['engine'] };
    config: Pick<Deps, 'traceUrl'> & { archiveAfterMonths: number; workspace: { importTimeoutMs: number } };
  };

/** The work of the queue is not in it, because other domains depend on it. Its Parquet files are written by the SQL engine. */
export const service: Service<Needs> = ({ kit, log, workspace: { engine }, config, ...deps }) => {
  const { database, storage, engineRuntime, box, connectors, gate } = deps;
  const versions = { engines: engineRuntime.offer, box, connectors, gate };
  const { archiveAfterMonths: afterMonths, workspace, traceUrl } = config;
  const archived = { database, storage, engine, timeoutMs: workspace.importTimeoutMs, log };
  return {
    routes: (app) => addJobsRoutes(app, { ...deps, traceUrl, versions }),
    work: [createArchiveRuntime(archived, { kit, afterMonths }), createUnstoredWork(kit, deps)],
  };
};

function addJobsRoutes(app: FastifyInstance, deps: Deps): void {
  for (const add of rooms) add(app, deps);
}
