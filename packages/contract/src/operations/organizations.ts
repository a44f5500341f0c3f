import { defineOperations } from '../operation.ts';
import {
  AuditPage,
  AuditQuery,
  CreditPage,
  HealthReport,
  Organization,
  OrganizationPage,
  OrganizationPatch,
} from '../organizations.ts';
import { Costs, CostsQuery, Usage, UsageQuery } from '../usage.ts';
import { PageQuery } from '../values.ts';

const tag = 'Organizations';

export const organizations = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/organizations/',
    tag,
    summary: 'List organizations',
    description: 'The organizations of the credential: all that a user is a member of, or the one of an API key.',
    scope: 'credential',
    query: PageQuery,
    responses: { 200: OrganizationPage },
    errors: ['not_found'],
  },
  get: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/',
    tag,
    summary: 'Retrieve an organization',
    description: 'Name, Agents feature and credits; `credits` is null when they are unlimited.',
    responses: { 200: Organization },
  },
  rename: {
    method: 'PATCH',
    path: '/v1/organizations/:organization_id/',
    tag,
    summary: 'Change an organization',
    description:
      'Its name, and whether its A2A cards are public. agents_enabled and credits are changed by operators, with `npx errand org update`.',
    role: 'admin',
    body: OrganizationPatch,
    responses: { 200: Organization },
  },
  audit: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/audit/',
    tag,
    summary: 'List audit entries',
    description: 'Who changed what and when, newest first.',
    role: 'admin',
    query: AuditQuery,
    responses: { 200: AuditPage },
  },
  credits: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/credits/',
    tag,
    summary: 'List credit entries',
    description:
      'The balance, and what changed it, newest first. Only the newest 100,000 entries are counted and shown.',
    query: PageQuery,
    responses: { 200: CreditPage },
  },
  usage: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/usage/',
    tag: 'Jobs',
    summary: 'Jobs and cost by agent and day',
    description: 'Or by hour, for up to seven days. Days and hours are those of acceptance, in UTC.',
    query: UsageQuery,
    responses: { 200: Usage },
  },
  costs: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/costs/',
    tag: 'Jobs',
    summary: 'Cost by agent, version, model, key or metadata',
    description: 'Of the jobs accepted in a period, and of the period before it.',
    query: CostsQuery,
    responses: { 200: Costs },
  },
  health: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/health/',
    tag,
    summary: 'Health of the installation',
    description:
      'Checks with a fix for each fault. Only administrators of the first organization see the state of the installation.',
    role: 'admin',
    responses: { 200: HealthReport },
  },
});
