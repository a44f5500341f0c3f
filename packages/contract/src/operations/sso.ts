import { defineOperations } from '../operation.ts';
import {
  LogoutTokenBody,
  SessionsEnded,
  SignInMethods,
  SignOn,
  SsoAnswer,
  SsoCompleteBody,
  SsoSignOut,
  SsoStart,
  SsoStartBody,
} from '../sso.ts';

const tag = 'Single sign-on';

export const sso = defineOperations({
  methods: {
    method: 'GET',
    path: '/v1/auth/methods/',
    tag,
    summary: 'List ways to sign in',
    description: 'Returns the sign-in options for the sign-in page.',
    scope: 'none',
    responses: { 200: SignInMethods },
  },
  start: {
    method: 'POST',
    path: '/v1/auth/sso/',
    tag,
    summary: 'Start a sign-in at the identity provider',
    description:
      'Returns the address to send the person to (authorization code with PKCE, state and nonce), and a ticket that the same browser sends back. Valid for 10 minutes.',
    scope: 'none',
    body: SsoStartBody,
    responses: { 200: SsoStart },
    errors: ['invalid_fields', 'not_found', 'provider_down'],
  },
  complete: {
    method: 'POST',
    path: '/v1/auth/sso/complete/',
    tag,
    summary: 'Complete a sign-in at the identity provider',
    description: 'Checks the response of the provider and opens a session. Works once.',
    scope: 'none',
    body: SsoCompleteBody,
    responses: { 200: SsoAnswer },
    errors: ['invalid_fields', 'not_found', 'sign_in_refused', 'provider_down'],
  },
  signOut: {
    method: 'POST',
    path: '/v1/auth/sso/logout/',
    tag,
    summary: 'Sign out here and at the identity provider',
    description: 'Ends the session of this token, and returns the address where the provider ends its own session.',
    scope: 'credential',
    responses: { 200: SsoSignOut },
    errors: ['forbidden', 'invalid_request'],
  },
  backChannelLogout: {
    method: 'POST',
    path: '/v1/auth/sso/backchannel-logout/',
    tag,
    summary: 'Back-channel sign-out',
    description:
      'The identity provider calls this operation. It ends the sessions that belong to the session or person in the logout token.',
    scope: 'none',
    accepts: ['form', 'json'],
    body: LogoutTokenBody,
    responses: { 200: SessionsEnded },
    errors: ['invalid_fields', 'not_found', 'invalid_request', 'provider_down'],
  },
  status: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/sign-on/',
    tag,
    summary: 'Retrieve single sign-on settings',
    description: 'Returns how people sign in, the roles of their groups, and what the directory pushed last.',
    role: 'admin',
    responses: { 200: SignOn },
  },
});
