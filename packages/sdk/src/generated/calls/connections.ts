// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  CompleteSignInBody,
  Connection,
  ConnectionCreateBody,
  ConnectionListQuery,
  ConnectionPage,
  ConnectionSignInStarted,
  ConnectionTest,
  ConnectionUpdateBody,
  ConnectionUses,
  CredentialsTestBody,
} from '../types/connections.ts';

export interface ConnectionsCalls {
  /**
   * List connections. Lists the systems that agents, SQL and post actions can reach. Credentials are not shown.
   */
  list: PagedCall<(query?: QueryOf<ConnectionListQuery>, options?: CallOptions) => Promise<ConnectionPage>>;
  /**
   * Create a connection. Names are unique in the organization. If a connection with the same type, configuration
   * and credentials exists, the request fails with 409 and names it.
   */
  create(body: ConnectionCreateBody, options?: KeyedOptions): Promise<Connection>;
  /** Retrieve a connection. Every role sees secret values of `auth_config` as `********`. */
  get(connectionId: string, options?: CallOptions): Promise<Connection>;
  /** Change a connection. Omitted fields and secret values sent as `********` stay unchanged. */
  replace(connectionId: string, body?: ConnectionUpdateBody, options?: CallOptions): Promise<Connection>;
  /** Update a connection. Omitted fields and secret values sent as `********` stay unchanged. */
  update(connectionId: string, body?: ConnectionUpdateBody, options?: CallOptions): Promise<Connection>;
  /** Delete a connection. Refused while something uses the connection. `used_by` lists the uses. */
  delete(connectionId: string, options?: CallOptions): Promise<void>;
  /**
   * List the uses of a connection. Lists agents with a version that uses the connection, and triggers, schedules
   * and tables. At most 1000.
   */
  uses(connectionId: string, options?: CallOptions): Promise<ConnectionUses>;
  /**
   * Test a connection. Connects to the other system with the stored credentials. A failed test returns 400 and
   * sets the status.
   */
  test(connectionId: string, options?: CallOptions): Promise<ConnectionTest>;
  /**
   * Sign a connection in. For credentials of the type `oauth2_authorization_code`: finds the authorization server
   * of the system, registers Errand there if needed, and returns the address at which you sign in. Your browser
   * comes back to the console, which completes the sign-in.
   */
  signIn(connectionId: string, options?: CallOptions): Promise<ConnectionSignInStarted>;
  /**
   * Complete the sign-in of a connection. Takes what the authorization server added to the address that the
   * browser came back to. Only whoever began the sign-in can complete it, once.
   */
  completeSignIn(body: CompleteSignInBody, options?: CallOptions): Promise<Connection>;
  /**
   * Sign a connection out. Forgets the tokens and gives them back to the authorization server (RFC 7009).
   */
  signOut(connectionId: string, options?: CallOptions): Promise<void>;
  /** Test credentials. Tests a configuration before you create the connection. Nothing is stored. */
  testCredentials(body: CredentialsTestBody, options?: CallOptions): Promise<ConnectionTest>;
}
