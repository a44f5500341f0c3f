import { createRoute } from '@tanstack/react-router';
import { readListSearch, readPageSearch, readText } from '../data/search.ts';
import { readPolicySearch } from '../pages/policies/policy-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
  validateSearch: readListSearch,
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
    version: readText(search.version),
  }),
  component: lazyPage(() => import('../pages/policies/edit-policy-page.tsx'), 'EditPolicyPage'),
});

const policyVersionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/versions/$id',
  component: lazyPage(() => import('../pages/policies/version-page.tsx'), 'PolicyVersionPage'),
});

const rehearsalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/$id/rehearsals/$rehearsalId',
  validateSearch: readPageSearch,
  component: lazyPage(() => import('../pages/rehearsals/rehearsal-page.tsx'), 'RehearsalPage'),
});

export const policyRoutes = [
  policiesRoute,
  newPolicyRoute,
  policyRoute,
  editPolicyRoute,
  policyVersionRoute,
  rehearsalRoute,
];
