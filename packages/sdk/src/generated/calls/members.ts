// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Member, MemberBody, MemberPage, MemberPatch, MemberRemoveQuery } from '../types/organizations.ts';

export interface MembersCalls {
  /** List members. The people of the organization with their roles, one page at a time. */
  list: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<MemberPage>
  >;
  /**
   * Add a member. By e-mail. A user is created if none has this e-mail; only a new user gets the given password.
   */
  add(organizationId: string, body: MemberBody, options?: CallOptions): Promise<Member>;
  /**
   * Change the role of a member. Only an owner can make or change an owner, and the last one cannot be demoted.
   */
  changeRole(
    organizationId: string,
    userId: string | number,
    body: MemberPatch,
    options?: CallOptions,
  ): Promise<Member>;
  /**
   * Remove a member. API keys that the user owns belong to the organization and stay valid, unless `revoke_keys`
   * is true: then all of them end.
   */
  remove(
    organizationId: string,
    userId: string | number,
    query?: QueryOf<MemberRemoveQuery>,
    options?: CallOptions,
  ): Promise<void>;
}
