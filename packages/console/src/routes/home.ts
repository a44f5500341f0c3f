import { createRoute } from '@tanstack/react-router';
import { readHomeSearch } from '../pages/home/range.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: readHomeSearch,
  component: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});
