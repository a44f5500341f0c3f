import { createRoute } from '@tanstack/react-router';
import { readPolicySearch } from '../pages/policies/policy-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined; page?: number | undefined } => ({
    q: typeof search.q === 'number' ? String(search.q) : text(search.q),
    page: Number.isSafeInteger(search.page) && Number(search.page) > 1 ? Number(search.page) : undefined,
  }),
  component: lazyPage(() => import('../pages/policies/policies-page.tsx'), 'PoliciesPage'),
});

const newPolicyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/new',
  component: lazyPage(() => import('../pages/policies/edit-policy-page.tsx'), 'NewPolicyPage'),
});

const policyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/$id',
  validateSearch: readPolicySearch,
  component: lazyPage(() => import('../pages/policies/policy-page.tsx'), 'PolicyPage'),
});

const editPolicyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/$id/edit',
  validateSearch: (search: Record<string, unknown>): { version?: string | undefined } => ({
    version: text(search.version),
  }),
  component: lazyPage(() => import('../pages/policies/edit-policy-page.tsx'), 'EditPolicyPage'),
});

const policyVersionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/versions/$id',
  component: lazyPage(() => import('../pages/policies/version-page.tsx'), 'PolicyVersionPage'),
});

export const policyRoutes = [policiesRoute, newPolicyRoute, policyRoute, editPolicyRoute, policyVersionRoute];
