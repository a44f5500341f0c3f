import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { getSession } from '../session/session.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { PageError } from '../shell/page-error.tsx';
import { PageMissing } from '../shell/page-missing.tsx';
import { lazyPage } from './lazy-page.tsx';

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: PageMissing });

/** Everything that needs to be signed in, inside the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: AppShell,
  errorComponent: PageError,
  notFoundComponent: PageMissing,
  beforeLoad: ({ location }) => {
    if (getSession() !== undefined) return;
    const next = location.href === '/' ? undefined : location.href;
    throw redirect({ to: '/sign-in', search: { next }, replace: true });
  },
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    // Only paths of ours: a link must not send people elsewhere after they signed in.
    ...(typeof search.next === 'string' && /^\/(?![/\\])/.test(search.next) && { next: search.next }),
  }),
  // Whoever is in has nothing to do here, unless a link brings somebody else.
  beforeLoad: ({ search }) => {
    const session = getSession();
    if (session !== undefined && !session.ended && !/[#&]code=/.test(location.hash))
      throw redirect({ href: search.next ?? '/', replace: true });
  },
  component: lazyPage(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Where the identity provider sends people back to. */
export const ssoCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/callback',
  component: lazyPage(() => import('../pages/sign-in/sso-callback-page.tsx'), 'SsoCallbackPage'),
});

/** Every other address: the shell stays, so that it is one click to somewhere. */
export const missingRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: PageMissing });
