import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readSettingsSearch } from '../pages/settings/settings-search.ts';
import { shellRoute } from './root.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});
