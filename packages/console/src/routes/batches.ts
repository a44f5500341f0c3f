import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  component: lazyRouteComponent(() => import('../pages/batches/batches-page.tsx'), 'BatchesPage'),
});

export const batchRoutes = [batchesRoute];
