import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
});

export const jobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('../pages/jobs/job-page.tsx'), 'JobPage'),
});

export const jobRoutes = [jobsRoute, jobRoute];
