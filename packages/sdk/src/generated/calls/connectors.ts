// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { Connector, ConnectorList } from '../types/connections.ts';

export interface ConnectorsCalls {
  /**
   * List connectors. Lists the kinds of systems that connections support, with the schemas of their
   * configurations.
   */
  list(options?: CallOptions): Promise<ConnectorList>;
  /** Retrieve a connector. For an unknown type, the 404 response lists the known types. */
  get(connectorType: string | number, options?: CallOptions): Promise<Connector>;
}
