import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/run',
  component: lazyRouteComponent(() => import('../pages/run/run-page.tsx'), 'RunPage'),
});

export const runRoutes = [runRoute];
