import { createRoute } from '@tanstack/react-router';
import { readWebhookSearch } from '../pages/webhooks/webhook-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: (search: Record<string, unknown>): { create?: true | undefined } => ({
    create: search.create === true ? true : undefined,
  }),
  component: lazyPage(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id',
  validateSearch: readWebhookSearch,
  component: lazyPage(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

export const webhookRoutes = [webhooksRoute, webhookRoute];
