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
  /**
   * List organizations. The organizations of the credential: all that a user is a member of, or the one of an API
   * key.
   */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<OrganizationPage>>;
  /**
   * Retrieve an organization. Name, Agents feature and credits; `credits` is null when they are unlimited.
   */
  get(organizationId: string, options?: CallOptions): Promise<Organization>;
  /**
   * Change an organization. Its name, and whether its A2A cards are public. agents_enabled and credits are changed
   * by operators, with `npx errand org update`.
   */
  rename(organizationId: string, body?: OrganizationPatch, options?: CallOptions): Promise<Organization>;
  /** List audit entries. Who changed what and when, newest first. */
  audit: PagedCall<(organizationId: string, query?: QueryOf<AuditQuery>, options?: CallOptions) => Promise<AuditPage>>;
  /**
   * List credit entries. The balance, and what changed it, newest first. Only the newest 100,000 entries are
   * counted and shown.
   */
  credits: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<CreditPage>
  >;
  /**
   * Jobs and cost by agent and day. Or by hour, for up to seven days. Days and hours are those of acceptance, in
   * UTC.
   */
  usage(organizationId: string, query?: QueryOf<UsageQuery>, options?: CallOptions): Promise<Usage>;
  /**
   * Cost by agent, version, model, key or metadata. Of the jobs accepted in a period, and of the period before it.
   */
  costs(organizationId: string, query?: QueryOf<CostsQuery>, options?: CallOptions): Promise<Costs>;
  /**
   * Health of the installation. Checks with a fix for each fault. Only administrators of the first organization
   * see the state of the installation.
   */
  health(organizationId: string, options?: CallOptions): Promise<HealthReport>;
}
