import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
  component: lazyRouteComponent(() => import('../pages/policies/policies-page.tsx'), 'PoliciesPage'),
});
