import { defineOperations } from '../operation.ts';
import { CurrentUser, LoginAnswer, LoginBody, PasswordBody, SignInLinkBody } from '../organizations.ts';

export const signIn = defineOperations('Users', {
  withPassword: {
    at: 'POST /v1/auth/login/',
    summary: 'Sign in',
    description: 'Returns a user token for an e-mail and password. Attempts are limited per address and e-mail.',
    scope: 'none',
    body: LoginBody,
    responses: { 200: LoginAnswer },
    errors: ['invalid_fields', 'not_authenticated', 'forbidden', 'rate_limited'],
  },
  withLink: {
    at: 'POST /v1/auth/link/',
    summary: 'Sign in with a link',
    description: 'Returns a user token for the code of a sign-in link. A code works once, within an hour.',
    scope: 'none',
    body: SignInLinkBody,
    responses: { 200: LoginAnswer },
    errors: ['invalid_fields', 'not_authenticated'],
  },
  currentUser: {
    at: 'GET /v1/users/current_user/',
    summary: 'Retrieve the current user',
    description: 'Returns the user of the token, or the owner of the API key.',
    scope: 'credential',
    responses: { 200: CurrentUser },
    errors: ['not_found'],
  },
  signOut: {
    at: 'POST /v1/auth/logout/',
    summary: 'Sign out',
    description:
      'Ends the session of this token: the next request gets 401. A key created by signing in (`errand login`) is revoked. Other keys are refused.',
    scope: 'credential',
    responses: { 204: null },
    errors: ['forbidden', 'invalid_request'],
  },
  changePassword: {
    at: 'POST /v1/users/current_user/password/',
    summary: 'Change your password',
    description: 'Requires the current password and a user token. Ends all other sessions.',
    scope: 'credential',
    body: PasswordBody,
    responses: { 204: null },
    errors: ['invalid_fields', 'forbidden', 'rate_limited'],
  },
});
