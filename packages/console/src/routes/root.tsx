import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { getSession } from '../session/session.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { PageError } from '../shell/page-error.tsx';
import { PageMissing } from '../shell/page-missing.tsx';
import { lazyPage } from './lazy-page.tsx';

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: PageMissing });

/** All pages that require a session, inside the shell. */
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

/** Browsers drop tabs and line breaks, and read a backslash as a slash, so that the address decides, not the text. */
const isOwnPath = (path: string): boolean =>
  path.startsWith('/') &&
  URL.canParse(path, location.origin) &&
  new URL(path, location.origin).origin === location.origin;

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    // Only our own paths, so that a link cannot send people elsewhere after signing in. The member is there in any
    // case: the router keeps what the address says of a member that is left out.
    next: typeof search.next === 'string' && isOwnPath(search.next) ? search.next : undefined,
  }),
  // Signed-in users have nothing to do here, unless a link signs in somebody else.
  beforeLoad: ({ search }) => {
    const session = getSession();
    if (session !== undefined && !session.ended && !/[#&]code=/.test(location.hash))
      throw redirect({ href: search.next ?? '/', replace: true });
  },
  component: lazyPage(() => import('../pages/sign-in/sign-in-page.tsx')),
});

/** The page that the identity provider redirects to. */
export const ssoCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/callback',
  component: lazyPage(() => import('../pages/sign-in/sso-callback-page.tsx')),
});

/** The page of an invitation's link, for people with and without an account. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('../pages/sign-in/invitation-page.tsx')),
});

/** For unknown URLs. The shell stays, so that other pages are one click away. */
export const missingRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: PageMissing });
