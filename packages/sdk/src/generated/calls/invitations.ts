// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  AcceptedInvitation,
  CreatedInvitation,
  InvitationAcceptBody,
  InvitationBody,
  InvitationPage,
  InvitationTokenBody,
  OpenedInvitation,
} from '../types/invitations.ts';

export interface InvitationsCalls {
  /** List invitations. Lists invitations that were not withdrawn, newest first, without their links. */
  list: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<InvitationPage>
  >;
  /**
   * Invite a person. Makes a link that the person accepts: signed in, or with a password of their own for an
   * account that the link creates. The oldest mail connection (smtp) of the organization mails it. Without one, or
   * if it fails, the response has the link, once, to be handed over. An earlier open invitation of the same person
   * no longer works.
   */
  create(organizationId: string, body: InvitationBody, options?: KeyedOptions): Promise<CreatedInvitation>;
  /**
   * Withdraw an invitation. Its link no longer works. An accepted invitation cannot be withdrawn: remove the
   * member instead.
   */
  revoke(organizationId: string, invitationId: string, options?: CallOptions): Promise<void>;
  /** Look at an invitation. Returns what accepting it means, and what it needs. */
  open(body: InvitationTokenBody, options?: CallOptions): Promise<OpenedInvitation>;
  /**
   * Accept an invitation. With a user token, the person of that token joins. Without, the link creates the account
   * with the given password. A link works once.
   */
  accept(body: InvitationAcceptBody, options?: CallOptions): Promise<AcceptedInvitation>;
}
