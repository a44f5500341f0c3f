import { createRoute } from '@tanstack/react-router';
import { readUsageSearch } from '../pages/usage/usage-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const budgetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage/budgets',
  component: lazyPage(() => import('../pages/usage/budgets-page.tsx'), 'BudgetsPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  validateSearch: readUsageSearch,
  component: lazyPage(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
});

export const usageRoutes = [usageRoute, budgetsRoute];
