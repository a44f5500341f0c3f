import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

const tablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tables',
  validateSearch: (search: Record<string, unknown>): { upload?: true | undefined } => ({
    upload: search.upload === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/tables/tables-page.tsx'), 'TablesPage'),
});

const tableRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tables/$name',
  component: lazyRouteComponent(() => import('../pages/tables/table-page.tsx'), 'TablePage'),
});

export const tableRoutes = [tablesRoute, tableRoute];
