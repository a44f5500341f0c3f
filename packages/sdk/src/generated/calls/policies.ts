// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
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
  /** List policies. Lists the policies of the organization with their current versions, in pages. */
  list: PagedCall<(query?: QueryOf<PolicyListQuery>, options?: CallOptions) => Promise<PolicyPage>>;
  /** Create a policy. Also creates the first version and makes it current. */
  create(body: PolicyCreateBody, options?: KeyedOptions): Promise<Policy>;
  /**
   * Retrieve a policy. Returns the policy with its current version. Agents that use the policy apply that version
   * from their next job.
   */
  get(policyId: string, options?: CallOptions): Promise<Policy>;
  /**
   * Replace name and description of a policy. An omitted description stays unchanged. An empty description clears
   * it.
   */
  replace(policyId: string, body: PolicyReplaceBody, options?: CallOptions): Promise<Policy>;
  /** Update a policy. An omitted description stays unchanged. An empty description clears it. */
  update(policyId: string, body?: PolicyUpdateBody, options?: CallOptions): Promise<Policy>;
  /**
   * Delete a policy. Also deletes its versions. Refused while agent versions use the policy: `dependent_agents`
   * lists them.
   */
  delete(policyId: string, options?: CallOptions): Promise<void>;
  /** Agents that use a policy. Lists every agent version that uses it, current or not. At most 1000. */
  dependents(policyId: string, options?: CallOptions): Promise<DependentAgent[]>;
}
