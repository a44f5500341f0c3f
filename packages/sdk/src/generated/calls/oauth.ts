// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { OAuthDecision, OAuthDecisionBody, OAuthGrant, OAuthGrantPage, OAuthInteraction } from '../types/oauth.ts';

export interface OauthCalls {
  /**
   * List connected programs. Programs that people have signed in with OAuth, newest first. Admins see those of
   * everybody.
   */
  listGrants: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<OAuthGrantPage>
  >;
  /** Retrieve a connected program. Your own, or with the role admin anybody’s. */
  getGrant(organizationId: string, grantId: string, options?: CallOptions): Promise<OAuthGrant>;
  /**
   * Disconnect a program. Ends all its tokens: immediately in this process and within 5 seconds in all others.
   * Everybody can end their own, admins those of everybody.
   */
  endGrant(organizationId: string, grantId: string, options?: CallOptions): Promise<void>;
  /**
   * Retrieve a request to sign in a program. For the page where a person consents. Needs the cookie of the browser
   * that began at /oauth/authorize.
   */
  interaction(interaction: string | number, options?: CallOptions): Promise<OAuthInteraction>;
  /**
   * Consent to a program, or refuse it. Needs the token of a signed-in person and the cookie of the browser that
   * began at /oauth/authorize. The program never gets more than the role of the person allows.
   */
  decide(interaction: string | number, body: OAuthDecisionBody, options?: CallOptions): Promise<OAuthDecision>;
}
