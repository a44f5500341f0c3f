import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
});
