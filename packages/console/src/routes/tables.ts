import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const tablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tables',
  component: lazyRouteComponent(() => import('../pages/tables/tables-page.tsx'), 'TablesPage'),
});
