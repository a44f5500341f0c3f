// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type {
  LogoutTokenBody,
  SessionsEnded,
  SignInMethods,
  SignOn,
  SsoAnswer,
  SsoCompleteBody,
  SsoSignOut,
  SsoStart,
  SsoStartBody,
} from '../types/sso.ts';

export interface SsoCalls {
  /** List ways to sign in. Returns the sign-in options for the sign-in page. */
  methods(options?: CallOptions): Promise<SignInMethods>;
  /**
   * Start a sign-in at the identity provider. Returns the address to send the person to (authorization code with
   * PKCE, state and nonce), and a ticket that the same browser sends back. Valid for 10 minutes.
   */
  start(body?: SsoStartBody, options?: CallOptions): Promise<SsoStart>;
  /**
   * Complete a sign-in at the identity provider. Checks the response of the provider and opens a session. Works
   * once.
   */
  complete(body: SsoCompleteBody, options?: CallOptions): Promise<SsoAnswer>;
  /**
   * Sign out here and at the identity provider. Ends the session of this token, and returns the address where the
   * provider ends its own session.
   */
  signOut(options?: CallOptions): Promise<SsoSignOut>;
  /**
   * Back-channel sign-out. The identity provider calls this operation. It ends the sessions that belong to the
   * session or person in the logout token.
   */
  backChannelLogout(body: LogoutTokenBody, options?: CallOptions): Promise<SessionsEnded>;
  /**
   * Retrieve single sign-on settings. Returns how people sign in, the roles of their groups, and what the
   * directory pushed last.
   */
  status(organizationId: string, options?: CallOptions): Promise<SignOn>;
}
