import type { FastifyInstance } from 'fastify';
import { connectionUses } from '#agents/connection-uses.ts';
import { listKnowledgeDependents, listPolicyDependents, listSkillDependents } from '#agents/dependents.ts';
import { addAgentRoutes } from '#agents/routes.ts';
import { addBudgetRoutes } from '#budgets/routes.ts';
import { addBulkRoutes } from '#bulk/routes.ts';
import { addCaseDeskRoutes } from '#case-desk/routes.ts';
import { addCaseRoutes } from '#cases/routes.ts';
import { addPostActionRoutes } from '#connections/deliveries/routes.ts';
import { deliveryUses } from '#connections/deliveries/uses.ts';
import { addConnectionRoutes } from '#connections/routes.ts';
import { createMailer } from '#connections/send-mail.ts';
import { joinUses } from '#connections/uses.ts';
import { addCreditRoutes } from '#credits/routes.ts';
import { addDemoRoutes } from '#demo/routes.ts';
import { addDocsRoutes } from '#docs/routes.ts';
import { addA2aRoutes } from '#doors/a2a/routes.ts';
import { addDoorRoutes } from '#doors/addresses/routes.ts';
import { addMcpRoutes } from '#doors/mcp/routes.ts';
import { addOpenAiRoutes } from '#doors/openai/routes.ts';
import { gate } from '#evaluations/check-gate.ts';
import { addEvaluationRoutes } from '#evaluations/routes.ts';
import { addFileRoutes } from '#files/routes.ts';
import { findJobOrOwner } from '#jobs/archive/open-job.ts';
import { addJobsRoutes } from '#jobs/routes.ts';
import { findInputProblems } from '#jobs/start/find-input-problems.ts';
import { findServedLens } from '#knowledge/find-lens.ts';
import { addKnowledgeRoutes } from '#knowledge/routes.ts';
import { addOAuthRoutes } from '#oauth/routes.ts';
import { addOrganizationRoutes } from '#orgs/routes.ts';
import { addPolicyRoutes } from '#policies/routes.ts';
import { checkRehearsal } from '#rehearsals/check-rehearsal.ts';
import { addRehearsalRoutes } from '#rehearsals/routes.ts';
import { addScheduleRoutes } from '#schedules/routes.ts';
import { addScimRoutes } from '#scim/routes.ts';
import { addScreeningRoutes } from '#screening/routes.ts';
import { addSecretRoutes } from '#secrets/routes.ts';
import { addSigningRoutes } from '#signing/routes.ts';
import { addSkillRoutes } from '#skills/routes.ts';
import { addSsoRoutes } from '#sso/routes.ts';
import { findConnectionProblem, triggerUses } from '#triggers/connection-uses.ts';
import { addTriggerRoutes } from '#triggers/routes.ts';
import { addWebhookRoutes } from '#webhooks/routes.ts';
import { addWorkspaceRoutes } from '#workspace/routes.ts';
import { createGenerationDeps, createProposalDeps, createTryStart } from './built-in-jobs.ts';
import { ownFolder } from './config/own-folder.ts';
import { version } from './config/version.ts';
import type { Domains } from './create-domains.ts';
import type { Platform } from './open-platform.ts';
import { addHealthRoutes } from './operator/health-routes.ts';
import { erasers, domains as registered } from './registry/domains.ts';

/** Registers the endpoints of all domains. */
export function addRoutes(app: FastifyInstance, platform: Platform, domains: Domains): void {
  const { config, database, storage, identity, box, signer, sso } = platform;
  const { engineRuntime, knowledge, webhooks, jobs, workspace, archive, connections, schedules, triggers } = domains;
  const onlyProvider = sso?.settings.signIn.only ? sso.settings.signIn.name : undefined;
  const sendMail = createMailer({ database, connections });
  addOrganizationRoutes(app, { database, identity, onlyProvider, sendMail });
  addSsoRoutes(app, { database, identity, box, oidc: config.oidc, sso });
  addOAuthRoutes(app, {
    database,
    identity,
    box,
    settings: config.oauth,
    outbound: platform.outbound,
    log: platform.log,
  });
  addScimRoutes(app, { database, identity, groupRoles: config.oidc?.groupRoles ?? [] });
  addCreditRoutes(app, { database });
  addSigningRoutes(app, { database, signer });
  addSecretRoutes(app, { database, box });
  addConnectionRoutes(app, {
    database,
    box,
    outbound: platform.outbound,
    connectors: connections.connectors,
    uses: joinUses([connectionUses, triggerUses, deliveryUses]),
  });
  addDocsRoutes(app, { folder: ownFolder('docs', 'docs'), version });
  addHealthRoutes(app, { database, config });
  engineRuntime.addRoutes(app, { wakeJob: jobs.wake, startTry: createTryStart(platform, domains) });
  addAgentRoutes(app, {
    database,
    engines: engineRuntime.offer,
    box,
    connectors: connections.connectors,
    gate,
    onAgentDeleted: async (orgId, agentId) => {
      const db = database.tenant(orgId);
      for (const { onAgentDeleted } of registered) await onAgentDeleted?.stop?.(db, orgId, agentId);
      await jobs.canceller.cancelDeletedAgent(orgId, agentId);
      for (const { onAgentDeleted } of registered) await onAgentDeleted?.remove?.(db, orgId, agentId);
    },
  });
  addPolicyRoutes(app, { database, listDependents: listPolicyDependents, gate, checkRehearsal });
  addSkillRoutes(app, {
    database,
    listDependents: listSkillDependents,
    generation: createGenerationDeps(platform, domains),
  });
  addKnowledgeRoutes(app, {
    ...knowledge,
    ...createProposalDeps(platform, domains),
    database,
    listDependents: listKnowledgeDependents,
  });
  addFileRoutes(app, { database, storage });
  addScreeningRoutes(app, { database, storage });
  const deps = { ...jobs, database, storage, signer, archive, erasers };
  addJobsRoutes(app, { ...deps, traceUrl: config.traceUrl });
  const findJob = (orgId: string, jobId: string, toChange?: boolean) =>
    findJobOrOwner({ database, archive }, orgId, jobId, toChange);
  addPostActionRoutes(app, { database, findJob });
  const { archiveAfterMonths } = config;
  addCaseRoutes(app, { database, storage, signer, archive, archiveAfterMonths, version });
  addCaseDeskRoutes(app, { database, wake: webhooks.wake });
  addEvaluationRoutes(app, deps);
  addRehearsalRoutes(app, deps);
  addBulkRoutes(app, { database, archive, workspace });
  addBudgetRoutes(app, { database, connectors: connections.connectors });
  const door = { ...deps, version, log: platform.log, cancelJob: jobs.canceller.cancelJob };
  addDemoRoutes(app, { database, storage, signer, erasers });
  addDoorRoutes(app, { database });
  addMcpRoutes(app, {
    ...door,
    taskAfterMs: config.mcpTaskMs,
    engineName: (id) => engineRuntime.offer.find(id)?.name ?? id,
    findLens: (orgId, id) => findServedLens(database.tenant(orgId), knowledge.catalog, orgId, id),
  });
  addOpenAiRoutes(app, door);
  addScheduleRoutes(app, { database, schedules });
  addTriggerRoutes(app, {
    database,
    box,
    startEvent: triggers.startEvent,
    findInputProblems: (trigger, inputs) => findInputProblems(jobs.starter, trigger, inputs),
    findConnectionProblem: (orgId, id) =>
      findConnectionProblem(database.tenant(orgId), connections.connectors, orgId, id),
  });
  addA2aRoutes(app, { ...door, vault: webhooks.vault, findUrlProblem: webhooks.outbound.findProblem });
  addWorkspaceRoutes(app, workspace);
  addWebhookRoutes(app, {
    database,
    webhooks,
    stopping: jobs.stopping,
    findJob,
  });
}
