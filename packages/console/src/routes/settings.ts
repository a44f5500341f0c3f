import { createRoute } from '@tanstack/react-router';
import { readSettingsSearch } from '../pages/settings/settings-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});
