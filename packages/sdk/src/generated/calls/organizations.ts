// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  AuditPage,
  AuditQuery,
  CreditPage,
  HealthReport,
  Organization,
  OrganizationPage,
  OrganizationPatch,
} from '../types/organizations.ts';
import type { Costs, CostsQuery, Usage, UsageQuery } from '../types/usage.ts';

export interface OrganizationsCalls {
  /** List organizations. Lists all organizations of a user, or the organization of an API key. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<OrganizationPage>>;
  /**
   * Retrieve an organization. Returns name, Agents feature and credits. `credits` is null if they are unlimited.
   */
  get(organizationId: string, options?: CallOptions): Promise<Organization>;
  /**
   * Change an organization. Changes the name and whether A2A cards are public. Only operators change
   * agents_enabled and credits, with `npx errand org update`.
   */
  rename(organizationId: string, body?: OrganizationPatch, options?: CallOptions): Promise<Organization>;
  /** List audit entries. Lists who changed what and when, newest first. */
  audit: PagedCall<(organizationId: string, query?: QueryOf<AuditQuery>, options?: CallOptions) => Promise<AuditPage>>;
  /**
   * List credit entries. Returns the balance and the entries that changed it, newest first. Only the newest
   * 100,000 entries are counted and shown.
   */
  credits: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<CreditPage>
  >;
  /**
   * Jobs and cost by agent and day. Returns jobs and cost by day, or by hour for up to seven days. Days and hours
   * are in UTC, by the time a job was accepted.
   */
  usage(organizationId: string, query?: QueryOf<UsageQuery>, options?: CallOptions): Promise<Usage>;
  /**
   * Cost by agent, version, model, key or metadata. Covers the jobs accepted in a period, and optionally the
   * previous period.
   */
  costs(organizationId: string, query?: QueryOf<CostsQuery>, options?: CallOptions): Promise<Costs>;
  /**
   * Health of the installation. Returns checks, with a fix for each problem. Only administrators of the first
   * organization see the state of the installation.
   */
  health(organizationId: string, options?: CallOptions): Promise<HealthReport>;
}
