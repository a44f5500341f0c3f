import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

type ListSearch = { create?: true | undefined; page?: number | undefined };

const readListSearch = ({ create, page }: Record<string, unknown>): ListSearch => ({
  create: create === true ? true : undefined,
  page: Number.isInteger(page) && Number(page) > 1 ? Number(page) : undefined,
});

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
