import { sealedColumn } from '#platform/domain.ts';

// How a connection signs in at an authorization server: what the server says of itself, who we are there, and what we
// got. Tokens exist only sealed and in memory.

/** The members of the server's metadata (RFC 8414) that we use. */
export type Server = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint?: string;
  registration_endpoint?: string;
  scopes_supported?: string[];
  token_endpoint_auth_methods_supported?: string[];
  authorization_response_iss_parameter_supported?: boolean;
  client_id_metadata_document_supported?: boolean;
};

/** Who we are at the server. `isRegistered`: the server gave us this id when we asked for one. */
export type Client = { id: string; secret?: string; method?: string; isRegistered?: boolean };

/** What a person began. It ends when the browser comes back, or after some minutes. */
export type Try = {
  server: Server;
  client: Client;
  verifier: string;
  redirectUri: string;
  /** The address of the connection, and the resource that its tokens name (RFC 8707). */
  url: string;
  resource: string;
  scope: string;
};

export type Tokens = { access: string; refresh?: string };

export type SignedIn = Pick<Try, 'server' | 'client' | 'redirectUri' | 'resource'> & { tokens: Tokens | null };

export const sealedSignIn = sealedColumn({
  table: 'connection_sign_ins',
  column: 'sealed',
  label: 'sign-ins of connections',
  of: ['org_id', 'connection_id'],
  place: (row) => `connection sign-in ${row.org_id} ${row.connection_id}`,
});

export const sealedTry = sealedColumn({
  table: 'connection_sign_in_tries',
  column: 'sealed',
  label: 'sign-ins of connections in progress',
  of: ['org_id', 'connection_id'],
  place: (row) => `connection sign-in try ${row.org_id} ${row.connection_id}`,
});

export const sealedRevocation = sealedColumn({
  table: 'connection_revocations',
  column: 'sealed',
  label: 'tokens to give back',
  of: ['org_id', 'id'],
  place: (row) => `connection revocation ${row.org_id} ${row.id}`,
});

/** The kind of credentials of connections that a person signs in. */
export const SIGN_IN_KIND = 'oauth2_authorization_code';
export const needsSignIn = (auth: Record<string, unknown>): boolean => auth.type === SIGN_IN_KIND;
