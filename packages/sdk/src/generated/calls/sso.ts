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
  /** Ways to sign in. What the sign-in page offers. */
  methods(options?: CallOptions): Promise<SignInMethods>;
  /**
   * Start a sign-in at the identity provider. The address to send the person to (authorization code with PKCE,
   * state and nonce), and a ticket that the same browser hands back. Works for 10 minutes.
   */
  start(body?: SsoStartBody, options?: CallOptions): Promise<SsoStart>;
  /**
   * Complete a sign-in at the identity provider. Takes what the provider sent back to the console, checks it, and
   * opens a session as a password does. Works once.
   */
  complete(body: SsoCompleteBody, options?: CallOptions): Promise<SsoAnswer>;
  /**
   * Sign out here and at the identity provider. Ends the session of this token, and says where the provider ends
   * its own.
   */
  signOut(options?: CallOptions): Promise<SsoSignOut>;
  /**
   * Sign-out that the identity provider tells. For the provider: ends the sessions that began with the session or
   * by the person of its logout token.
   */
  backChannelLogout(body: LogoutTokenBody, options?: CallOptions): Promise<SessionsEnded>;
  /**
   * Single sign-on and directory. How people sign in, what their groups mean here, and what the directory pushed
   * last.
   */
  status(organizationId: string, options?: CallOptions): Promise<SignOn>;
}
