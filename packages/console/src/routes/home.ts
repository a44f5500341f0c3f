import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});
