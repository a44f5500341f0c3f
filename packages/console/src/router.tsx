import { createRouter } from '@tanstack/react-router';
import { pages } from './routes/pages.ts';
import { invitationRoute, missingRoute, rootRoute, shellRoute, signInRoute, ssoCallbackRoute } from './routes/root.tsx';
import { PageError } from './shell/page-error.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  ssoCallbackRoute,
  invitationRoute,
  shellRoute.addChildren([...pages, missingRoute]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // An error in a page does not affect the shell around it.
  defaultErrorComponent: PageError,
  // The query client caches data and knows how old it is.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingMs: 300,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
