// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  Policy,
  PolicyDiff,
  PolicyVersion,
  PolicyVersionBody,
  PolicyVersionCreated,
  PolicyVersionListQuery,
  PolicyVersionPage,
  PromoteBody,
} from '../types/policies.ts';

export interface PolicyVersionsCalls {
  /**
   * Retrieve a policy version by its id. You can also pass the id of a policy to get its current version.
   */
  get(policyVersionId: string, options?: CallOptions): Promise<PolicyVersion>;
  /** List policy versions. Newest first. */
  list: PagedCall<
    (policyId: string, query?: QueryOf<PolicyVersionListQuery>, options?: CallOptions) => Promise<PolicyVersionPage>
  >;
  /**
   * Create a policy version. The new version becomes current immediately, unless make_current is false. With
   * base_version_id, rules with the same title keep their ids.
   */
  create(policyId: string, body: PolicyVersionBody, options?: KeyedOptions): Promise<PolicyVersionCreated>;
  /** Retrieve a policy version. Returns the content of a version. Versions never change. */
  ofPolicy(policyId: string, policyVersionId: string, options?: CallOptions): Promise<PolicyVersion>;
  /**
   * Compare two policy versions. Returns added, removed and changed rules and classifications, and changed texts,
   * from the first to the second version.
   */
  diff(policyId: string, policyVersionId: string, otherVersionId: string, options?: CallOptions): Promise<PolicyDiff>;
  /**
   * Make a version current. Promotes or rolls back. Jobs accepted from now on use this version. Earlier jobs keep
   * their version. If the gate asks for four eyes, the answer is 202 and the version is only proposed, see
   * `/v1/promotions/`.
   */
  setCurrent(policyId: string, policyVersionId: string, body?: PromoteBody, options?: CallOptions): Promise<Policy>;
}
