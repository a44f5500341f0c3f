// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { CurrentUser, LoginAnswer, LoginBody, PasswordBody, SignInLinkBody } from '../types/organizations.ts';

export interface SignInCalls {
  /** Sign in. A user token for an e-mail and its password. Attempts are limited per address and e-mail. */
  withPassword(body: LoginBody, options?: CallOptions): Promise<LoginAnswer>;
  /** Sign in with a link. A user token for the code of a sign-in link. A code works once, within an hour. */
  withLink(body: SignInLinkBody, options?: CallOptions): Promise<LoginAnswer>;
  /** Retrieve the current user. The user of the token, or the owner of the API key. */
  currentUser(options?: CallOptions): Promise<CurrentUser>;
  /**
   * Sign out. Ends the session of this token: it gets 401 from the next request on. A key that was made by signing
   * in (`errand login`) is revoked; other keys are refused.
   */
  signOut(options?: CallOptions): Promise<void>;
  /** Change your password. Needs the current password and a user token. Ends all other sessions. */
  changePassword(body: PasswordBody, options?: CallOptions): Promise<void>;
}
