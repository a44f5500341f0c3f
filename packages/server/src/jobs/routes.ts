import type { FastifyInstance } from 'fastify';
import { addActivityRoutes } from './activity-routes.ts';
import { addBatchRoutes } from './batch-routes.ts';
import { addJobContentRoutes } from './content-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addJobListRoutes } from './list-routes.ts';
import { addReviewDeskRoutes } from './review-desk-routes.ts';
import { addReviewRoutes } from './review-routes.ts';
import { addRunRoutes } from './run-routes.ts';
import { addWaitRoutes } from './wait-routes.ts';

const rooms = [
  addRunRoutes,
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
  Parameters<typeof addJobRoutes>[1] &
  Parameters<typeof addJobListRoutes>[1] &
  Parameters<typeof addBatchRoutes>[1] &
  Parameters<typeof addReviewRoutes>[1] &
  Parameters<typeof addReviewDeskRoutes>[1] &
  Parameters<typeof addWaitRoutes>[1] &
  Parameters<typeof addJobContentRoutes>[1] &
  Parameters<typeof addActivityRoutes>[1];

export function addJobsRoutes(app: FastifyInstance, deps: Deps): void {
  for (const add of rooms) add(app, deps);
}
