import { createRoute } from '@tanstack/react-router';
import { known, readText } from '../data/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/run/$agentId',
  /** The version to run, if not the current one, and the job whose result is shown. */
  validateSearch: (search: Record<string, unknown>) =>
    known({
      version: readText(search.version),
      job: readText(search.job),
    }),
  component: lazyPage(() => import('../pages/run/run-page.tsx'), 'RunPage'),
});

export const pickAgentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/run',
  component: lazyPage(() => import('../pages/run/pick-agent-page.tsx'), 'PickAgentPage'),
});

export const runRoutes = [runRoute, pickAgentRoute];
