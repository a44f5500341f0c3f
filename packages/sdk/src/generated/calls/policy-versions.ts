// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
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
   * Retrieve a policy version by its id. The id of a policy is accepted too and means its current version.
   */
  get(policyVersionId: string, options?: CallOptions): Promise<PolicyVersion>;
  /** List policy versions. Newest first. */
  list: PagedCall<
    (policyId: string, query?: QueryOf<PolicyVersionListQuery>, options?: CallOptions) => Promise<PolicyVersionPage>
  >;
  /**
   * Create a policy version. The new version becomes current at once, unless make_current is false. With
   * base_version_id, rules whose titles are the same keep their ids.
   */
  create(policyId: string, body: PolicyVersionBody, options?: CallOptions): Promise<PolicyVersionCreated>;
  /** Retrieve a policy version. The content of a version as it was saved; versions never change. */
  ofPolicy(policyId: string, policyVersionId: string, options?: CallOptions): Promise<PolicyVersion>;
  /**
   * Difference of two policy versions. Added, removed and changed rules and classifications, and changed texts,
   * from the first to the second.
   */
  diff(policyId: string, policyVersionId: string, otherVersionId: string, options?: CallOptions): Promise<PolicyDiff>;
  /**
   * Make a version current. Promotes or rolls back. Jobs that are accepted from now on work with it; those
   * accepted before keep theirs.
   */
  setCurrent(policyId: string, policyVersionId: string, body?: PromoteBody, options?: CallOptions): Promise<Policy>;
}
