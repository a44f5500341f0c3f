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
    summary: 'Ways to sign in',
    description: 'What the sign-in page offers.',
    scope: 'none',
    responses: { 200: SignInMethods },
  },
  start: {
    method: 'POST',
    path: '/v1/auth/sso/',
    tag,
    summary: 'Start a sign-in at the identity provider',
    description:
      'The address to send the person to (authorization code with PKCE, state and nonce), and a ticket that the same browser hands back. Works for 10 minutes.',
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
    description:
      'Takes what the provider sent back to the console, checks it, and opens a session as a password does. Works once.',
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
    description: 'Ends the session of this token, and says where the provider ends its own.',
    scope: 'credential',
    responses: { 200: SsoSignOut },
    errors: ['forbidden', 'invalid_request'],
  },
  backChannelLogout: {
    method: 'POST',
    path: '/v1/auth/sso/backchannel-logout/',
    tag,
    summary: 'Sign-out that the identity provider tells',
    description:
      'For the provider: ends the sessions that began with the session or by the person of its logout token.',
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
    summary: 'Single sign-on and directory',
    description: 'How people sign in, what their groups mean here, and what the directory pushed last.',
    role: 'admin',
    responses: { 200: SignOn },
  },
});
