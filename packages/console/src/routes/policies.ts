import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPolicySearch } from '../pages/policies/policy-search.ts';
import { shellRoute } from './root.tsx';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined; page?: number | undefined } => ({
    q: typeof search.q === 'number' ? String(search.q) : text(search.q),
    page: Number.isSafeInteger(search.page) && Number(search.page) > 1 ? Number(search.page) : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/policies/policies-page.tsx'), 'PoliciesPage'),
});

const newPolicyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/new',
  component: lazyRouteComponent(() => import('../pages/policies/edit-policy-page.tsx'), 'NewPolicyPage'),
});

const policyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/$id',
  validateSearch: readPolicySearch,
  component: lazyRouteComponent(() => import('../pages/policies/policy-page.tsx'), 'PolicyPage'),
});

const editPolicyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/$id/edit',
  validateSearch: (search: Record<string, unknown>): { version?: string | undefined } => ({
    version: text(search.version),
  }),
  component: lazyRouteComponent(() => import('../pages/policies/edit-policy-page.tsx'), 'EditPolicyPage'),
});

const policyVersionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/versions/$id',
  component: lazyRouteComponent(() => import('../pages/policies/version-page.tsx'), 'PolicyVersionPage'),
});

export const policyRoutes = [policiesRoute, newPolicyRoute, policyRoute, editPolicyRoute, policyVersionRoute];
