import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

type WaitSearch = { all?: true | undefined; page?: number | undefined };

export const waitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/waits',
  validateSearch: ({ all, page }: Record<string, unknown>): WaitSearch => ({
    all: all === true ? true : undefined,
    page: Number.isInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  }),
  component: lazyPage(() => import('../pages/waits/waits-page.tsx'), 'WaitsPage'),
});
