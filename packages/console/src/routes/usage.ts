import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

type UsageSearch = { days?: number | undefined; page?: number | undefined };

const RANGES = [7, 30, 90, 365];

export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  validateSearch: (search: Record<string, unknown>): UsageSearch => ({
    days: RANGES.find((days) => days === search.days),
    page: Number.isSafeInteger(search.page) && Number(search.page) > 1 ? Number(search.page) : undefined,
  }),
  component: lazyPage(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
});
