import { createRoute } from '@tanstack/react-router';
import { readText } from '../data/search.ts';
import { readJobsPageSearch } from '../pages/jobs/job-search.ts';
import { type JobTab, readJobTab } from '../pages/jobs/job-tab.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: readJobsPageSearch,
  component: lazyPage(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
});

export const jobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/$id',
  validateSearch: (search: Record<string, unknown>): { tab?: JobTab | undefined; step?: string | undefined } => ({
    tab: readJobTab(search.tab),
    step: typeof search.step === 'string' ? search.step : undefined,
  }),
  component: lazyPage(() => import('../pages/jobs/job-page.tsx'), 'JobPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/compare',
  validateSearch: (search: Record<string, unknown>): { a?: string | undefined; b?: string | undefined } => ({
    a: readText(search.a),
    b: readText(search.b),
  }),
  component: lazyPage(() => import('../pages/jobs/compare-page.tsx'), 'ComparePage'),
});

export const jobRoutes = [jobsRoute, compareRoute, jobRoute];
