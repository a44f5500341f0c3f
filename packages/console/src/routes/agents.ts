import { createRoute } from '@tanstack/react-router';
import { known, readText } from '../data/search.ts';
import { readAgentSearch, readAgentsSearch } from '../pages/agents/agent-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const agentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents',
  validateSearch: readAgentsSearch,
  component: lazyPage(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
});

export const newAgentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents/new',
  validateSearch: (search: Record<string, unknown>) => known({ engine: readText(search.engine) }),
  component: lazyPage(() => import('../pages/agents/new-agent-page.tsx'), 'NewAgentPage'),
});

export const agentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents/$id',
  validateSearch: readAgentSearch,
  component: lazyPage(() => import('../pages/agents/agent-page.tsx'), 'AgentPage'),
});

export const editAgentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents/$id/edit',
  /** The version to start from, if not the current one. */
  validateSearch: (search: Record<string, unknown>) => known({ version: readText(search.version) }),
  component: lazyPage(() => import('../pages/agents/edit-agent-page.tsx'), 'EditAgentPage'),
});

export const agentRoutes = [agentsRoute, newAgentRoute, agentRoute, editAgentRoute];
