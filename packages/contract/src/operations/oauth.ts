import { OAuthDecision, OAuthDecisionBody, OAuthGrant, OAuthGrantPage, OAuthInteraction } from '../oauth.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';

// Programs that sign people in with OAuth. The protocol itself is at /oauth/authorize, /oauth/token, /oauth/revoke and
// /oauth/register, whose shapes are those of the RFCs.
export const oauth = defineOperations('Organizations', {
  listGrants: {
    at: 'GET /v1/organizations/:organization_id/oauth-grants/',
    summary: 'List connected programs',
    description: 'Programs that people have signed in with OAuth, newest first. Admins see those of everybody.',
    query: PageQuery,
    responses: { 200: OAuthGrantPage },
  },
  getGrant: {
    at: 'GET /v1/organizations/:organization_id/oauth-grants/:grant_id/',
    summary: 'Retrieve a connected program',
    description: 'Your own, or with the role admin anybody’s.',
    responses: { 200: OAuthGrant },
  },
  endGrant: {
    at: 'DELETE /v1/organizations/:organization_id/oauth-grants/:grant_id/',
    summary: 'Disconnect a program',
    description:
      'Ends all its tokens: immediately in this process and within 5 seconds in all others. Everybody can end their own, admins those of everybody.',
    role: 'viewer',
    responses: { 204: null },
  },
  interaction: {
    at: 'GET /oauth/interactions/:interaction/',
    summary: 'Retrieve a request to sign in a program',
    description:
      'For the page where a person consents. Needs the cookie of the browser that began at /oauth/authorize.',
    scope: 'credential',
    responses: { 200: OAuthInteraction },
    errors: ['not_found', 'forbidden'],
  },
  decide: {
    at: 'POST /oauth/interactions/:interaction/',
    summary: 'Consent to a program, or refuse it',
    description:
      'Needs the token of a signed-in person and the cookie of the browser that began at /oauth/authorize. The program never gets more than the role of the person allows.',
    scope: 'credential',
    body: OAuthDecisionBody,
    responses: { 200: OAuthDecision },
    errors: ['not_found', 'forbidden', 'invalid_fields'],
  },
});
