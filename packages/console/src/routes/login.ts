import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

/** The page that `errand login` opens. */
export const loginRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/login',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string | undefined } => ({
    code: typeof code === 'string' && code !== '' ? code.slice(0, 20) : undefined,
  }),
  component: lazyPage(() => import('../pages/login/login-page.tsx'), 'LoginPage'),
});
