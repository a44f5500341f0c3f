import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const sqlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sql',
  validateSearch: (search: Record<string, unknown>): { text?: string | undefined } => ({
    text: typeof search.text === 'string' ? search.text : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/sql/sql-page.tsx'), 'SqlPage'),
});
