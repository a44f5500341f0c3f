import { createRoute } from '@tanstack/react-router';
import { readPage } from '../data/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const knowledgeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/knowledge',
  validateSearch: (raw: Record<string, unknown>): { page?: number | undefined } => ({ page: readPage(raw.page) }),
  component: lazyPage(() => import('../pages/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
});

const knowledgeBaseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/knowledge/$id',
  component: lazyPage(() => import('../pages/knowledge/knowledge-base-page.tsx'), 'KnowledgeBasePage'),
});

export const knowledgeRoutes = [knowledgeRoute, knowledgeBaseRoute];
