// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  Connection,
  ConnectionCreateBody,
  ConnectionListQuery,
  ConnectionPage,
  ConnectionTest,
  ConnectionUpdateBody,
  ConnectionUses,
  CredentialsTestBody,
} from '../types/connections.ts';

export interface ConnectionsCalls {
  /**
   * List connections. The systems of the organization that agents, SQL and deliveries can reach, without
   * credentials.
   */
  list: PagedCall<(query?: QueryOf<ConnectionListQuery>, options?: CallOptions) => Promise<ConnectionPage>>;
  /**
   * Create a connection. Names are unique in the organization. One with the same type, configuration and
   * credentials is a 409 that names it.
   */
  create(body: ConnectionCreateBody, options?: CallOptions): Promise<Connection>;
  /** Retrieve a connection. Secret values of `auth_config` are shown as `********` to every role. */
  get(connectionId: string, options?: CallOptions): Promise<Connection>;
  /**
   * Change a connection. Members that are left out stay as they are, as does a secret value that is sent as
   * `********`.
   */
  replace(connectionId: string, body?: ConnectionUpdateBody, options?: CallOptions): Promise<Connection>;
  /**
   * Update a connection. Members that are left out stay as they are, as does a secret value that is sent as
   * `********`.
   */
  update(connectionId: string, body?: ConnectionUpdateBody, options?: CallOptions): Promise<Connection>;
  /** Delete a connection. Refused while something uses it: `used_by` names what does. */
  delete(connectionId: string, options?: CallOptions): Promise<void>;
  /**
   * What uses a connection. Agents with a version that names it, and triggers, schedules and tables; at most 1000.
   */
  uses(connectionId: string, options?: CallOptions): Promise<ConnectionUses>;
  /**
   * Test a connection. Reaches the other side with the stored credentials. A failed test is a 400 and sets the
   * status.
   */
  test(connectionId: string, options?: CallOptions): Promise<ConnectionTest>;
  /** Test credentials. Tests a configuration before a connection is made of it. Nothing is stored. */
  testCredentials(body: CredentialsTestBody, options?: CallOptions): Promise<ConnectionTest>;
}
