import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});
