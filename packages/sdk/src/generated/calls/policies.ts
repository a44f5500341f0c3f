// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  DependentAgent,
  Policy,
  PolicyCreateBody,
  PolicyListQuery,
  PolicyPage,
  PolicyReplaceBody,
  PolicyUpdateBody,
} from '../types/policies.ts';

export interface PoliciesCalls {
  /** List policies. The policies of the organization, each with its current version, one page at a time. */
  list: PagedCall<(query?: QueryOf<PolicyListQuery>, options?: CallOptions) => Promise<PolicyPage>>;
  /** Create a policy. Creates the first version too, which is current at once. */
  create(body: PolicyCreateBody, options?: CallOptions): Promise<Policy>;
  /**
   * Retrieve a policy. The policy with its current version, which agents that reference it use from their next job
   * on.
   */
  get(policyId: string, options?: CallOptions): Promise<Policy>;
  /**
   * Replace name and description of a policy. A description that is not given stays as it is; an empty one clears
   * it.
   */
  replace(policyId: string, body: PolicyReplaceBody, options?: CallOptions): Promise<Policy>;
  /** Update a policy. A description that is not given stays as it is; an empty one clears it. */
  update(policyId: string, body?: PolicyUpdateBody, options?: CallOptions): Promise<Policy>;
  /**
   * Delete a policy. Deletes its versions too. Refused while versions of agents use it: `dependent_agents` names
   * them.
   */
  delete(policyId: string, options?: CallOptions): Promise<void>;
  /**
   * Agents that use a policy. Every existing version of an agent that names it, current or not; at most 1000.
   */
  dependents(policyId: string, options?: CallOptions): Promise<DependentAgent[]>;
}
