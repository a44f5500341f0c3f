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

export const organizations = defineOperations('Organizations', {
  list: {
    at: 'GET /v1/organizations/',
    summary: 'List organizations',
    description: 'Lists all organizations of a user, or the organization of an API key.',
    scope: 'credential',
    query: PageQuery,
    responses: { 200: OrganizationPage },
    errors: ['not_found'],
  },
  get: {
    at: 'GET /v1/organizations/:organization_id/',
    summary: 'Retrieve an organization',
    description: 'Returns name, Agents feature and credits. `credits` is null if they are unlimited.',
    responses: { 200: Organization },
  },
  rename: {
    at: 'PATCH /v1/organizations/:organization_id/',
    summary: 'Change an organization',
    description:
      'Changes the name and whether A2A cards are public. Only operators change agents_enabled and credits, with `npx errand org update`.',
    role: 'admin',
    body: OrganizationPatch,
    responses: { 200: Organization },
  },
  audit: {
    at: 'GET /v1/organizations/:organization_id/audit/',
    summary: 'List audit entries',
    description: 'Lists who changed what and when, newest first.',
    role: 'auditor',
    query: AuditQuery,
    responses: { 200: AuditPage },
  },
  credits: {
    at: 'GET /v1/organizations/:organization_id/credits/',
    summary: 'List credit entries',
    description:
      'Returns the balance and the entries that changed it, newest first. Only the newest 100,000 entries are counted and shown.',
    query: PageQuery,
    responses: { 200: CreditPage },
  },
  usage: {
    at: 'GET /v1/organizations/:organization_id/usage/',
    tag: 'Jobs',
    summary: 'Jobs and cost by agent and day',
    description:
      'Returns jobs and cost by day, or by hour for up to seven days. Days and hours are in UTC, by the time a job was accepted.',
    query: UsageQuery,
    responses: { 200: Usage },
  },
  costs: {
    at: 'GET /v1/organizations/:organization_id/costs/',
    tag: 'Jobs',
    summary: 'Cost by agent, version, model, key or metadata',
    description: 'Covers the jobs accepted in a period, and optionally the previous period.',
    query: CostsQuery,
    responses: { 200: Costs },
  },
  health: {
    at: 'GET /v1/organizations/:organization_id/health/',
    summary: 'Health of the installation',
    description:
      'Returns checks, with a fix for each problem. Only administrators of the first organization see the state of the installation.',
    role: 'admin',
    responses: { 200: HealthReport },
  },
});
