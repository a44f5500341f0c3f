import { service as agents } from '#agents/routes.ts';
import { service as budgets } from '#budgets/routes.ts';
import { service as bulk } from '#bulk/routes.ts';
import { service as caseDesk } from '#case-desk/routes.ts';
import { service as cases } from '#cases/routes.ts';
import { service as deliveries } from '#connections/deliveries/routes.ts';
import { service as connections } from '#connections/routes.ts';
import { service as credits } from '#credits/routes.ts';
import { service as demo } from '#demo/routes.ts';
import { service as docs } from '#docs/routes.ts';
import { service as a2a } from '#doors/a2a/routes.ts';
import { service as addresses } from '#doors/addresses/routes.ts';
import { service as mcp } from '#doors/mcp/routes.ts';
import { service as openai } from '#doors/openai/routes.ts';
import { service as engines } from '#engines/routes.ts';
import { service as evaluations } from '#evaluations/routes.ts';
import { service as files } from '#files/routes.ts';
import type { Service } from '#http/service.ts';
import { service as jobs } from '#jobs/routes.ts';
import { service as knowledge } from '#knowledge/routes.ts';
import { service as oauth } from '#oauth/routes.ts';
import { service as orgs } from '#orgs/routes.ts';
import { service as playbooks } from '#playbooks/routes.ts';
import { service as policies } from '#policies/routes.ts';
import { service as rehearsals } from '#rehearsals/routes.ts';
import { service as rescreening } from '#rescreening/routes.ts';
import { service as schedules } from '#schedules/routes.ts';
import { service as scim } from '#scim/routes.ts';
import { service as screening } from '#screening/routes.ts';
import { service as secrets } from '#secrets/routes.ts';
import { service as signing } from '#signing/routes.ts';
import { service as skills } from '#skills/routes.ts';
import { service as sso } from '#sso/routes.ts';
import { service as transactions } from '#transactions/routes.ts';
import { service as triggers } from '#triggers/routes.ts';
import { service as webhooks } from '#webhooks/routes.ts';
import { service as workspace } from '#workspace/routes.ts';
import type { ServiceContext } from './create-context.ts';
import { service as health } from './operator/health-routes.ts';

/** What each domain adds to a running process, in the order of the layers. Lower domains start first and stop last. */
export const services: readonly Service<ServiceContext>[] = [
  health,
  demo,
  a2a,
  addresses,
  mcp,
  openai,
  bulk,
  budgets,
  playbooks,
  transactions,
  rescreening,
  caseDesk,
  cases,
  schedules,
  evaluations,
  rehearsals,
  jobs,
  triggers,
  webhooks,
  workspace,
  engines,
  agents,
  deliveries,
  connections,
  knowledge,
  skills,
  screening,
  files,
  policies,
  credits,
  signing,
  sso,
  oauth,
  scim,
  secrets,
  orgs,
  docs,
];
