import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const healthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system/health',
  component: lazyRouteComponent(() => import('../pages/health/health-page.tsx'), 'HealthPage'),
});
