import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const tablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tables',
  validateSearch: (search: Record<string, unknown>): { upload?: true | undefined } => ({
    upload: search.upload === true ? true : undefined,
  }),
  component: lazyPage(() => import('../pages/tables/tables-page.tsx'), 'TablesPage'),
});

const tableRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tables/$name',
  component: lazyPage(() => import('../pages/tables/table-page.tsx'), 'TablePage'),
});

export const tableRoutes = [tablesRoute, tableRoute];
