import { createRoute } from '@tanstack/react-router';
import { readListSearch } from '../data/search.ts';
import { readEditSkillsSearch, readSkillSetSearch } from '../pages/skills/skill-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

const skillsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/skills',
  validateSearch: readListSearch,
  component: lazyPage(() => import('../pages/skills/skills-page.tsx'), 'SkillsPage'),
});

const skillSetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/skills/$id',
  validateSearch: readSkillSetSearch,
  component: lazyPage(() => import('../pages/skills/skill-set-page.tsx'), 'SkillSetPage'),
});

const editSkillsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/skills/$id/edit',
  validateSearch: readEditSkillsSearch,
  component: lazyPage(() => import('../pages/skills/edit-skills-page.tsx'), 'EditSkillsPage'),
});

export const skillRoutes = [skillsRoute, skillSetRoute, editSkillsRoute];
