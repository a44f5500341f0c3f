import { createRoute } from '@tanstack/react-router';
import { readPageSearch } from '../data/search.ts';
import { readCompareSearch, readSetSearch } from '../pages/evaluations/evaluation-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const setsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/evaluations',
  validateSearch: readPageSearch,
  component: lazyPage(() => import('../pages/evaluations/evaluations-page.tsx'), 'EvaluationsPage'),
});

const setRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/evaluations/$id',
  validateSearch: readSetSearch,
  component: lazyPage(() => import('../pages/evaluations/evaluation-set-page.tsx'), 'EvaluationSetPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/evaluations/$id/compare',
  validateSearch: readCompareSearch,
  component: lazyPage(() => import('../pages/evaluations/compare-runs-page.tsx'), 'CompareRunsPage'),
});

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/evaluations/runs/$id',
  validateSearch: readPageSearch,
  component: lazyPage(() => import('../pages/evaluations/evaluation-run-page.tsx'), 'EvaluationRunPage'),
});

export const evaluationRoutes = [setsRoute, setRoute, compareRoute, runRoute];
