import type { Readable } from 'node:stream';
import type { Connector } from '@errand/contract/connections.ts';
import type { Outbound } from '#platform/outbound/client.ts';

// The contract between the service and a driver. A driver describes a kind of system and reaches it only through the
// ways that it is handed: `outbound` refuses private networks and limits time and size. docs/connection-drivers.md
// tells how a team writes its own.

export type ConnectorText = Omit<
  Connector,
  'available' | 'unavailable_reason' | 'supports_delivery' | 'delivery_config_schema' | 'supports_sql'
>;

/** A connection that is ready for use: references to secrets and placeholders are filled in. */
export type System = {
  /** The same until the connection changes; for what a driver keeps in memory, such as tokens. */
  key: string;
  name: string;
  config: Record<string, unknown>;
  auth: Record<string, unknown>;
  outbound: Outbound;
  signal: AbortSignal;
};

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, beginning with a slash. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
  bytesMax?: number;
  /** The other side can tell that it has seen it. Default: all but POST. */
  repeatable?: boolean;
};
export type ApiAnswer = { status: number; headers: Record<string, string>; body: Buffer };

export type RemoteTool = { name: string; description: string; inputSchema: Record<string, unknown> };

export type StoredObject = { path: string; size: number; etag: string; modifiedAt: Date };
export type ObjectContent = { size: number; contentType: string; stream: Readable };

/**
 * Names of columns count without regard to case. Columns and filters save work: whoever asks filters again, so a driver
 * may leave out those that it cannot apply exactly. Then it must leave out `rowsMax` of a request with filters, too.
 */
export type RowsRequest = {
  /** A table, or one SELECT. */
  source: string;
  columns?: string[];
  filters?: RowFilter[];
  /** Of the rows that pass the filters. */
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
  /** A `number` with so many digits, of which so many are behind the point. */
  decimal?: { precision: number; scale: number };
};

export type DeliveryParam = {
  description: string;
  required?: boolean;
  /** Values of the job are inserted with &, < and > escaped. */
  escapes?: boolean;
};

export type DeliveryOperation = {
  description: string;
  /** The parameters: texts by name, which of them are needed, and what each means. */
  params: Record<string, DeliveryParam>;
  /**
   * Writes once. `key` is the same for every attempt of one delivery. Returns what was done, in a sentence.
   */
  run(system: System, params: Record<string, string>, key: string): Promise<string>;
};

/** One sentence per problem, by the field it is in. */
export type Problems = { config?: string[]; auth_config?: string[] };

export type Driver = {
  connector: ConnectorText;
  /** What is wrong beyond the schemas, by the field `config` or `auth_config`. */
  check?(config: Record<string, unknown>, auth: Record<string, unknown>): Problems;
  /** Reaches the other side with as little effect as it can. Returns what it found, or throws a DriverFailure. */
  test(system: System): Promise<string>;
  /** Requests to an HTTP API. */
  request?(system: System, request: ApiRequest): Promise<ApiAnswer>;
  /** Tools that the other side offers. */
  tools?: {
    list(system: System): Promise<RemoteTool[]>;
    call(system: System, name: string, input: Record<string, unknown>): Promise<unknown>;
  };
  /** Objects by path. */
  files?: {
    list(system: System, prefix: string): AsyncIterable<StoredObject>;
    /** Undefined: there is no such object. */
    read(system: System, path: string): Promise<ObjectContent | undefined>;
    write(system: System, path: string, content: Uint8Array, contentType: string): Promise<void>;
  };
  /** Tables and read-only queries, in batches, so that memory stays flat. */
  rows?(system: System, request: RowsRequest): AsyncIterable<RowBatch>;
  /** What `post_actions` can do, by the name of the operation. */
  deliveries?: Record<string, DeliveryOperation>;
  /** Ends what the driver keeps open. */
  close?(): Promise<void>;
};

export const defineDriver = (driver: Driver): Driver => driver;

/** Why the other side could not be used, in a sentence for the owner of the connection, without secrets. */
export class DriverFailure extends Error {
  /** Another attempt may help. */
  readonly retry: boolean;
  constructor(message: string, options: { retry?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'DriverFailure';
    this.retry = options.retry ?? false;
  }
}
