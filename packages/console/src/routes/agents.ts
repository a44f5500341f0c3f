import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const agentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
});

export const agentRoutes = [agentsRoute];
