import { createRoute } from '@tanstack/react-router';
import { ranges } from '../pages/home/range.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';
import { known, readOneOf } from './search.ts';

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>) => known({ range: readOneOf(search.range, ranges) }),
  component: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});
