import type { Socket } from 'node:net';
import pg from 'pg';
import { OutboundError } from '#platform/outbound/failures.ts';
import { DriverFailure, defineDriver, type RowBatch, type RowsRequest, type System } from '../model/driver.ts';
import { choice, integer, object, secret, text } from '../model/schema.ts';
import { planRead } from './postgres-filters.ts';
import { columnOf, type PgField, sourceText } from './postgres-text.ts';

// Reads tables and queries of a PostgreSQL database. Every session is read-only and has a time limit. Rows come in
// batches from a cursor, so that memory use stays constant. The connection's role decides what it may read.

const PORT_DEFAULT = 5432;
const STATEMENT_SECONDS_DEFAULT = 60;
const CONNECT_MS_MAX = 15_000;
/** Most rows in a batch; fewer if rows are large. The first batch shows how large they are. */
const BATCH_ROWS_MAX = 1_000;
const FIRST_ROWS = 100;
const BATCH_BYTES = 2 * 1024 * 1024;
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

export const postgres = defineDriver({
  connector: {
    id: 'postgres',
    display_name: 'PostgreSQL',
    description: 'Tables and read-only queries of a PostgreSQL database.',
    icon: 'database',
    category: 'Data',
    config_schema: object(
      {
        host: text('Host', '', { minLength: 1, maxLength: 255 }),
        port: integer('Port', 1, 65_535, { default: PORT_DEFAULT }),
        database: text('Database', '', { minLength: 1, maxLength: 63 }),
        ssl_mode: choice('TLS', sslModes, { default: 'verify-full' }),
        ssl_ca: text('CA certificate', 'In PEM format. Only needed for a private authority.', { maxLength: 32_768 }),
        statement_timeout_seconds: integer('Time limit of a query in seconds', 1, 600, {
          default: STATEMENT_SECONDS_DEFAULT,
        }),
      },
      ['host', 'database'],
    ),
    auth_schema: object({ username: text('User name'), password: secret('Password') }, ['username']),
    dynamic_input_fields: {},
    dynamic_input_test_fields: [],
    browser_session: null,
  },

  check: ({ host }) =>
    /[\s/@?]/.test(String(host)) ? { config: ["'host' must be a host name or an IP address, without a scheme."] } : {},

  test: (system) =>
    withClient(system, async (client) => {
      const { rows } = await client.query<{ user: string; version: string }>(
        `select current_user as user, current_setting('server_version') as version`,
      );
      return `Signed in as ${rows[0]!.user} on PostgreSQL ${rows[0]!.version.split(' ')[0]}.`;
    }),

  rows: readRows,
});

async function* readRows(system: System, request: RowsRequest): AsyncGenerator<RowBatch> {
  const client = await connect(system);
  const abort = (): void => void client.connection.stream.destroy();
  system.signal.addEventListener('abort', abort, { once: true });
  try {
    await client.query('begin transaction read only');
    const source = `${sourceText(request.source)} as source`;
    const { names, where, limit } = planRead(await describeSource(client, source, request), request);
    await askOnce(client, `declare given no scroll cursor for select ${names} from ${source}${where}${limit}`);
    for (let count = FIRST_ROWS, isFirst = true; ; isFirst = false) {
      const { fields, rows } = await client.query<(string | null)[]>({
        text: `fetch forward ${count} from given`,
        rowMode: 'array',
      });
      if (rows.length === 0 && !isFirst) return;
      yield { columns: fields.map(columnOf), rows };
      if (rows.length < count) return;
      count = Math.min(BATCH_ROWS_MAX, Math.max(1, Math.floor((BATCH_BYTES * rows.length) / sizeOf(rows))));
    }
  } catch (error) {
    throw explain(system, error);
  } finally {
    system.signal.removeEventListener('abort', abort);
    await client.end().catch(() => undefined);
  }
}

/** The extended protocol accepts a single statement, so nothing can follow the query. */
const askOnce = (client: pg.Client, text: string): Promise<pg.QueryResult> =>
  client.query({ text, queryMode: 'extended' } as pg.QueryConfig);

/** Returns the source's columns, or none if the request has no columns and filters to match with them. */
async function describeSource(
  client: pg.Client,
  source: string,
  { columns, filters }: RowsRequest,
): Promise<PgField[]> {
  if (columns === undefined && (filters ?? []).length === 0) return [];
  return (await askOnce(client, `select * from ${source} limit 0`)).fields;
}

const sizeOf = (rows: (string | null)[][]): number =>
  rows.reduce((sum, row) => row.reduce((bytes, value) => bytes + (value?.length ?? 0) + 8, sum), 1);

async function withClient<T>(system: System, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(system);
  try {
    return await work(client);
  } catch (error) {
    throw explain(system, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Connected = pg.Client & {
  connection: { stream: Socket; password(text: string): void; sendSCRAMClientFinalMessage(text: string): void };
};

/** What proves the password is a secret as well: a hash of it with the server's salt, or a signature. */
function hideProofs({ connection }: Connected, hide: System['hide']): void {
  const { password, sendSCRAMClientFinalMessage: sendFinal } = connection;
  connection.password = (text) => {
    hide(text);
    password.call(connection, text);
  };
  connection.sendSCRAMClientFinalMessage = (text) => {
    hide(/p=([^,]+)/.exec(text)?.[1] ?? '');
    sendFinal.call(connection, text);
  };
}

async function connect(system: System): Promise<Connected> {
  const { config, auth, outbound } = system;
  const host = String(config.host);
  const port = Number(config.port ?? PORT_DEFAULT);
  const seconds = Number(config.statement_timeout_seconds ?? STATEMENT_SECONDS_DEFAULT);
  try {
    const socket = await outbound.dial(host, port);
    const client = new pg.Client({
      host,
      port,
      database: String(config.database),
      user: String(auth.username),
      password: String(auth.password ?? ''),
      ssl: sslOf(config),
      stream: () => connected(socket),
      application_name: 'errand',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: (seconds + 5) * 1_000,
      // The SQL workspace reads times in this form.
      options: `-c timezone=UTC -c datestyle=ISO -c default_transaction_read_only=on -c statement_timeout=${seconds}s -c idle_in_transaction_session_timeout=${seconds}s`,
      // Values stay as PostgreSQL writes them, so that no number loses digits.
      types: { getTypeParser: () => (value: string) => value } as never,
    } as pg.ClientConfig) as Connected;
    client.on('error', () => undefined);
    hideProofs(client, system.hide);
    try {
      await client.connect();
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return client;
  } catch (error) {
    throw explain(system, error);
  }
}

/** The library calls `connect` on the socket, which the guard has already connected. */
function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: () => {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    },
  });
}

function sslOf({ host, ssl_mode: mode = 'verify-full', ssl_ca: ca }: Record<string, unknown>): pg.ClientConfig['ssl'] {
  if (mode === 'disable') return false;
  const trusted = typeof ca === 'string' && ca !== '' ? { ca } : {};
  if (mode === 'require') return { rejectUnauthorized: false };
  const named = { host: String(host) } as object;
  if (mode === 'verify-ca')
    return { ...trusted, ...named, rejectUnauthorized: true, checkServerIdentity: () => undefined };
  return { ...trusted, ...named, rejectUnauthorized: true };
}

function explain({ signal }: System, error: unknown): Error {
  if (error instanceof DriverFailure) return error;
  signal.throwIfAborted();
  if (error instanceof OutboundError) return new DriverFailure(error.message, { retry: true });
  const { code = '', message } = error as Error & { code?: string };
  if (/^28/.test(code)) return new DriverFailure('The database did not accept the credentials.');
  if (code === '25006') return new DriverFailure('Connections are read-only. The query must not change data.');
  if (code === '57014')
    return new DriverFailure('The query exceeded the time limit of the connection (statement_timeout_seconds).');
  if (/does not support SSL/i.test(message))
    return new DriverFailure('The database does not offer TLS. To connect without it, set ssl_mode to disable.');
  if (/CERT|self-signed|altname|certificate/i.test(`${code} ${message}`))
    return new DriverFailure(`The TLS certificate of the database was not accepted: ${message}.`);
  // Codes 08, 53 and 57P0x are about the server, all others about the query.
  const isServer = !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57P)/.test(code);
  return new DriverFailure(
    isServer ? `The database is not available: ${message}.` : `The database refused the query: ${message}.`,
    {
      retry: isServer,
      cause: error,
    },
  );
}
