import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.tsx';

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
