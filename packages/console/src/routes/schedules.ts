import { createRoute } from '@tanstack/react-router';
import { readListSearch } from '../data/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const schedulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/schedules',
  validateSearch: readListSearch,
  component: lazyPage(() => import('../pages/schedules/schedules-page.tsx'), 'SchedulesPage'),
});

const scheduleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/schedules/$id',
  component: lazyPage(() => import('../pages/schedules/schedule-page.tsx'), 'SchedulePage'),
});

const triggersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/triggers',
  validateSearch: readListSearch,
  component: lazyPage(() => import('../pages/triggers/triggers-page.tsx'), 'TriggersPage'),
});

const triggerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/triggers/$id',
  component: lazyPage(() => import('../pages/triggers/trigger-page.tsx'), 'TriggerPage'),
});

/** Routes of schedules and triggers. */
export const scheduleRoutes = [schedulesRoute, scheduleRoute, triggersRoute, triggerRoute];
