import { createRouter } from '@tanstack/react-router';
import { agentRoutes } from './routes/agents.ts';
import { batchRoutes } from './routes/batches.ts';
import { evaluationRoutes } from './routes/evaluations.ts';
import { healthRoute } from './routes/health.ts';
import { homeRoute } from './routes/home.ts';
import { inboxRoute } from './routes/inbox.ts';
import { jobRoutes } from './routes/jobs.ts';
import { knowledgeRoutes } from './routes/knowledge.ts';
import { loginRoute } from './routes/login.ts';
import { policyRoutes } from './routes/policies.ts';
import { missingRoute, rootRoute, shellRoute, signInRoute, ssoCallbackRoute } from './routes/root.tsx';
import { runRoutes } from './routes/run.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { settingsRoute } from './routes/settings.ts';
import { skillRoutes } from './routes/skills.ts';
import { sqlRoute } from './routes/sql.ts';
import { tableRoutes } from './routes/tables.ts';
import { usageRoutes } from './routes/usage.ts';
import { waitsRoute } from './routes/waits.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { PageError } from './shell/page-error.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  ssoCallbackRoute,
  shellRoute.addChildren([
    homeRoute,
    ...agentRoutes,
    ...runRoutes,
    ...batchRoutes,
    ...jobRoutes,
    inboxRoute,
    waitsRoute,
    ...policyRoutes,
    ...skillRoutes,
    ...knowledgeRoutes,
    ...evaluationRoutes,
    ...webhookRoutes,
    ...scheduleRoutes,
    sqlRoute,
    ...tableRoutes,
    ...usageRoutes,
    settingsRoute,
    loginRoute,
    healthRoute,
    missingRoute,
  ]),
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
