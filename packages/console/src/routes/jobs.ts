import { createRoute } from '@tanstack/react-router';
import { known, readInteger, readText } from '../data/search.ts';
import { readJobsPageSearch, sinceChoices } from '../pages/jobs/job-search.ts';
import { readJobPlace } from '../pages/jobs/job-tab.ts';
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
  validateSearch: readJobPlace,
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

const bulkListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/bulk',
  validateSearch: (search: Record<string, unknown>) => known({ page: readInteger(search.page) }),
  component: lazyPage(() => import('../pages/jobs/bulk-list-page.tsx'), 'BulkListPage'),
});

const bulkRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/bulk/$id',
  component: lazyPage(() => import('../pages/jobs/bulk-page.tsx'), 'BulkPage'),
});

const errorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/errors',
  validateSearch: (search: Record<string, unknown>): { since?: string | undefined } =>
    typeof search.since === 'string' && Object.hasOwn(sinceChoices, search.since) ? { since: search.since } : {},
  component: lazyPage(() => import('../pages/jobs/errors-page.tsx'), 'ErrorsPage'),
});

export const jobRoutes = [jobsRoute, compareRoute, errorsRoute, bulkListRoute, bulkRoute, jobRoute];
