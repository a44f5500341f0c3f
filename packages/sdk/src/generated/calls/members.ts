// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { CreatedInvitation } from '../types/invitations.ts';
import type { Member, MemberBody, MemberPage, MemberPatch, MemberRemoveQuery } from '../types/organizations.ts';

export interface MembersCalls {
  /** List members. Lists the members of the organization with their roles, in pages. */
  list: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<MemberPage>
  >;
  /**
   * Add a member. Adds a member by e-mail. If no user has this e-mail, one is created without a password, for
   * people who sign in with the identity provider. A person who has an account gets an invitation instead (202).
   * Nobody chooses the password of another person: invite them.
   */
  add(organizationId: string, body: MemberBody, options?: KeyedOptions): Promise<Member | CreatedInvitation>;
  /**
   * Change the role of a member. Only an owner can appoint or change an owner. The last owner cannot be demoted.
   */
  changeRole(
    organizationId: string,
    userId: string | number,
    body: MemberPatch,
    options?: CallOptions,
  ): Promise<Member>;
  /**
   * Remove a member. API keys of the user belong to the organization and stay valid, unless `revoke_keys` is true.
   */
  remove(
    organizationId: string,
    userId: string | number,
    query?: QueryOf<MemberRemoveQuery>,
    options?: CallOptions,
  ): Promise<void>;
}
