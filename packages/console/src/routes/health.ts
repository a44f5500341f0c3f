import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const healthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system/health',
  component: lazyPage(() => import('../pages/health/health-page.tsx'), 'HealthPage'),
});
