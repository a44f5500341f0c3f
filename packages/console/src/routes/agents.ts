import { createRoute } from '@tanstack/react-router';
import { known, readInteger, readOneOf, readText, readTexts } from '../data/search.ts';
import { agentOrderings, agentTabs } from '../pages/agents/agent-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const agentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents',
  validateSearch: (search: Record<string, unknown>) =>
    known({
      search: readText(search.search),
      engine: readTexts(search.engine),
      tag: readTexts(search.tag),
      ordering: readOneOf(search.ordering, agentOrderings),
      page: readInteger(search.page),
    }),
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
  validateSearch: (search: Record<string, unknown>) =>
    known({
      tab: readOneOf(search.tab, agentTabs),
      /** Versions that are compared. */
      from: readText(search.from),
      to: readText(search.to),
    }),
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
