import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const sqlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sql',
  component: lazyRouteComponent(() => import('../pages/sql/sql-page.tsx'), 'SqlPage'),
});
