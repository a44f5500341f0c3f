import type { Readable } from 'node:stream';
import type { Connector } from '@errand/contract/connections.ts';
import type { Outbound } from '#platform/outbound/client.ts';

// The contract between the service and a driver. A driver describes a kind of system and reaches it only through
// `outbound`, which refuses private networks and limits time and size. docs/connection-drivers.md explains how to write
// a driver.

export type ConnectorText = Omit<
  Connector,
  'available' | 'unavailable_reason' | 'supports_delivery' | 'delivery_config_schema' | 'supports_sql' | 'policy_schema'
>;

/** An opened connection: references to secrets and placeholders are filled in. */
export type System = {
  /** Stays the same until the connection changes. A driver uses it as the key for what it caches, such as tokens. */
  key: string;
  name: string;
  config: Record<string, unknown>;
  auth: Record<string, unknown>;
  outbound: Outbound;
  signal: AbortSignal;
  /**
   * Says that a text is secret, before it is sent: encoded, derived or exchanged credentials. From then on it is
   * removed from whatever comes back. The secret members of `auth` are known already.
   */
  hide(text: string): void;
  /**
   * The token of a connection that a person has signed in, for this address. `refused` is one that the other side has
   * refused: it is renewed.
   */
  accessToken?(url: string, refused?: string): Promise<string>;
};

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address. Begins with a slash. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
  bytesMax?: number;
  /** Whether the request can be sent twice without harm. Default: true for all methods but POST. */
  repeatable?: boolean;
};
export type ApiAnswer = { status: number; headers: Record<string, string>; body: Buffer };

export type RemoteTool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** Whether the system says that the tool changes nothing. */
  isReadOnly?: boolean;
};

export type StoredObject = { path: string; size: number; etag: string; modifiedAt: Date };
export type ObjectContent = { size: number; contentType: string; stream: Readable };

/**
 * Column names are case-insensitive. Columns and filters only save work: the caller filters again, so a driver may skip
 * filters that it cannot apply exactly. If it skips one, it must ignore `rowsMax` too.
 */
export type RowsRequest = {
  /** A table name or a single SELECT. */
  source: string;
  columns?: string[];
  filters?: RowFilter[];
  /** Limits the rows that pass the filters. */
  rowsMax?: number;
};
export type RowValue = string | number | boolean;
export type RowFilter =
  | { column: string; op: '=' | '<>' | '<' | '<=' | '>' | '>='; value: RowValue }
  | { column: string; op: 'in'; values: RowValue[] }
  | { column: string; op: 'is null' | 'is not null' };
export type RowBatch = { columns: RowColumn[]; rows: unknown[][] };
export type RowColumn = {
  name: string;
  type: 'text' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'timestamptz' | 'date' | 'json';
  /** Total digits and decimal places of a `number` with a fixed size. */
  decimal?: { precision: number; scale: number };
};

export type DeliveryParam = {
  description: string;
  required?: boolean;
  /** Whether &, < and > are escaped in the job's values. */
  escapes?: boolean;
};

export type DeliveryOperation = {
  description: string;
  /** The parameters by name. All values are texts. */
  params: Record<string, DeliveryParam>;
  /**
   * Performs the operation. `key` is the same for every attempt of one delivery. Returns what was done, in a sentence.
   */
  run(system: System, params: Record<string, string>, key: string): Promise<string>;
};

/** The problems of each field, one sentence each. */
export type Problems = { config?: string[]; auth_config?: string[] };

export type Driver = {
  connector: ConnectorText;
  /** Finds problems that the schemas cannot express. */
  check?(config: Record<string, unknown>, auth: Record<string, unknown>): Problems;
  /** Contacts the system with as few side effects as possible. Returns what it found, or throws a DriverFailure. */
  test(system: System): Promise<string>;
  /** Sends a request to an HTTP API. */
  request?(system: System, request: ApiRequest): Promise<ApiAnswer>;
  /** Tools that the system offers. */
  tools?: {
    list(system: System): Promise<RemoteTool[]>;
    call(system: System, name: string, input: Record<string, unknown>): Promise<unknown>;
  };
  /** Objects by path. */
  files?: {
    list(system: System, prefix: string): AsyncIterable<StoredObject>;
    /** Returns undefined if there is no such object. */
    read(system: System, path: string): Promise<ObjectContent | undefined>;
    write(system: System, path: string, content: Uint8Array, contentType: string): Promise<void>;
  };
  /** Reads a table or a read-only query in batches, so that memory use stays constant. */
  rows?(system: System, request: RowsRequest): AsyncIterable<RowBatch>;
  /** The operations of `post_actions`, by name. */
  deliveries?: Record<string, DeliveryOperation>;
  /** Closes what the driver keeps open. */
  close?(): Promise<void>;
};

export const defineDriver = (driver: Driver): Driver => driver;

/** Tells the owner of the connection why the system could not be used: one sentence, without secrets. */
export class DriverFailure extends Error {
  /** Whether another attempt may help. */
  readonly retry: boolean;
  constructor(message: string, options: { retry?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'DriverFailure';
    this.retry = options.retry ?? false;
  }
}
