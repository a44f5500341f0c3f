// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type OAuthDecision = {
  /** Where the browser must go now, which completes the request. */
  redirect_to: string;
};

export type OAuthDecisionBody = {
  approve: boolean;
  organization_id: string;
  /** Fewer scopes than the program asks for. Default: all that the role allows. */
  scopes?: ('read' | 'run' | 'decide' | 'build' | 'admin')[];
};

export type OAuthGrant = {
  id: string;
  client_id: string;
  /** As the program names itself. Nobody has checked it. */
  client_name: string;
  /** Page of the program, if it names one. */
  client_uri: string | null;
  /** The address that its tokens are for. */
  resource: string;
  /** What the program may do, as far as the role of the person allows it. */
  scopes: ('read' | 'run' | 'decide' | 'build' | 'admin')[];
  user: {
    id: number;
    email: string;
    display_name: string;
  };
  created_at: string;
  last_used_at: string | null;
};

export type OAuthGrantPage = Page<OAuthGrant>;

export type OAuthInteraction = {
  client_id: string;
  /** As the program names itself. Nobody has checked it. */
  client_name: string;
  /** Page of the program, if it names one. */
  client_uri: string | null;
  /** Where the browser goes afterwards. */
  redirect_host: string;
  resource: string;
  /** What the program asks for. */
  scopes: {
    name: 'read' | 'run' | 'decide' | 'build' | 'admin';
    description: string;
  }[];
  /** The organizations that the person can choose from. */
  organizations: {
    id: string;
    name: string;
    role: 'viewer' | 'auditor' | 'analyst' | 'approver' | 'member' | 'admin' | 'owner';
    /** What of it the role allows. */
    scopes: ('read' | 'run' | 'decide' | 'build' | 'admin')[];
  }[];
};
