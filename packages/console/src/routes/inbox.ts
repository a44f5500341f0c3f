import { createRoute } from '@tanstack/react-router';
import { readInboxSearch } from '../pages/inbox/inbox-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

export const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyPage(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
});
