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

export const sso = defineOperations('Single sign-on', {
  methods: {
    at: 'GET /v1/auth/methods/',
    summary: 'List ways to sign in',
    description: 'Returns the sign-in options for the sign-in page.',
    scope: 'none',
    responses: { 200: SignInMethods },
  },
  start: {
    at: 'POST /v1/auth/sso/',
    summary: 'Start a sign-in at the identity provider',
    description:
      'Returns the address to send the person to (authorization code with PKCE, state and nonce), and a ticket that the same browser sends back. Valid for 10 minutes.',
    scope: 'none',
    body: SsoStartBody,
    responses: { 200: SsoStart },
    errors: ['invalid_fields', 'not_found', 'provider_down'],
  },
  complete: {
    at: 'POST /v1/auth/sso/complete/',
    summary: 'Complete a sign-in at the identity provider',
    description: 'Checks the response of the provider and opens a session. Works once.',
    scope: 'none',
    body: SsoCompleteBody,
    responses: { 200: SsoAnswer },
    errors: ['invalid_fields', 'not_found', 'sign_in_refused', 'provider_down'],
  },
  signOut: {
    at: 'POST /v1/auth/sso/logout/',
    summary: 'Sign out here and at the identity provider',
    description: 'Ends the session of this token, and returns the address where the provider ends its own session.',
    scope: 'credential',
    responses: { 200: SsoSignOut },
    errors: ['forbidden', 'invalid_request'],
  },
  backChannelLogout: {
    at: 'POST /v1/auth/sso/backchannel-logout/',
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
    at: 'GET /v1/organizations/:organization_id/sign-on/',
    summary: 'Retrieve single sign-on settings',
    description: 'Returns how people sign in, the roles of their groups, and what the directory pushed last.',
    role: 'admin',
    responses: { 200: SignOn },
  },
});
