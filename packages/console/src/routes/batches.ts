import { createRoute } from '@tanstack/react-router';
import { known, readInteger, readText } from '../data/search.ts';
import { readBatchSearch } from '../pages/batches/batch-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  validateSearch: (search: Record<string, unknown>) => known({ page: readInteger(search.page) }),
  component: lazyPage(() => import('../pages/batches/batches-page.tsx'), 'BatchesPage'),
});

export const newBatchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/new',
  validateSearch: (search: Record<string, unknown>) => known({ agent: readText(search.agent) }),
  component: lazyPage(() => import('../pages/batches/new-batch-page.tsx'), 'NewBatchPage'),
});

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$id',
  validateSearch: readBatchSearch,
  component: lazyPage(() => import('../pages/batches/batch-page.tsx'), 'BatchPage'),
});

export const batchRoutes = [batchesRoute, newBatchRoute, batchRoute];
