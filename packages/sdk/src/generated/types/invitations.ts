// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { LoginAnswer } from './organizations.ts';
import type { Page } from './values.ts';

export type AcceptedInvitation = {
  organization_id: string;
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  /** A user token, if the link created the account. Null for somebody who was signed in already. */
  sign_in: LoginAnswer | null;
};

export type CreatedInvitation = {
  id: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  status: 'open' | 'accepted' | 'expired';
  /** E-mail of the person, or name of the key. */
  invited_by: string;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  /**
   * The link to accept, to be handed to the person, and to nobody else. Shown once. Null if it was mailed: then
   * only who reads mail at the address has it.
   */
  url: string | null;
  /** How the link was mailed. Null if the organization has no mail connection. */
  mail: {
    /** Name of the connection. */
    connection: string;
    /** Why the mail was not sent. Then hand over `url`. */
    problem: string | null;
  } | null;
};

export type Invitation = Omit<CreatedInvitation, 'url' | 'mail'>;

export type InvitationAcceptBody = {
  /** The token at the end of the link. */
  token: string;
  /** Your own, for an account that the link creates. */
  password?: string;
  first_name?: string;
  last_name?: string;
};

export type InvitationBody = {
  email: string;
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
};

export type InvitationPage = Page<Invitation>;

export type InvitationTokenBody = {
  /** The token at the end of the link. */
  token: string;
};

export type OpenedInvitation = {
  /** Name of the organization. */
  organization: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  expires_at: string;
  /** `password`: accepting creates the account, so choose one. `sign_in`: the account exists. */
  needs: 'password' | 'sign_in';
};
