// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { CurrentUser, LoginAnswer, LoginBody, PasswordBody, SignInLinkBody } from '../types/organizations.ts';

export interface SignInCalls {
  /**
   * Sign in. Returns a user token for an e-mail and password. Attempts are limited per address and e-mail.
   */
  withPassword(body: LoginBody, options?: CallOptions): Promise<LoginAnswer>;
  /**
   * Sign in with a link. Returns a user token for the code of a sign-in link. A code works once, within an hour.
   */
  withLink(body: SignInLinkBody, options?: CallOptions): Promise<LoginAnswer>;
  /** Retrieve the current user. Returns the user of the token, or the owner of the API key. */
  currentUser(options?: CallOptions): Promise<CurrentUser>;
  /**
   * Sign out. Ends the session of this token: the next request gets 401. A key created by signing in (`errand
   * login`) is revoked. Other keys are refused.
   */
  signOut(options?: CallOptions): Promise<void>;
  /** Change your password. Requires the current password and a user token. Ends all other sessions. */
  changePassword(body: PasswordBody, options?: CallOptions): Promise<void>;
}
