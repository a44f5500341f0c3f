// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { Connector, Connectors } from '../types/connections.ts';

export interface ConnectorsCalls {
  /**
   * List connectors. The kinds of systems that a connection can lead to, with the schemas of their configurations.
   */
  list(options?: CallOptions): Promise<Connectors>;
  /** Retrieve a connector. An unknown type is a 404 that names the known ones. */
  get(connectorType: string | number, options?: CallOptions): Promise<Connector>;
}
