import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const sqlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sql',
  validateSearch: (search: Record<string, unknown>): { text?: string | undefined } => ({
    text: typeof search.text === 'string' ? search.text : undefined,
  }),
  component: lazyPage(() => import('../pages/sql/sql-page.tsx'), 'SqlPage'),
});
